import { Worker } from 'node:worker_threads'
import { DomainError } from '@shoko/contract'
import type { VaultReason } from '../reasons.ts'
import { createSharedNumbers, JobControl } from './job-control.ts'
import type { AnswerTo, Job, Setback, Share, WorkerFailure, WorkerReply, WorkerRequest, WorkerSetup } from './protocol.ts'

export type Outcome<J extends Job> = { readonly answer: AnswerTo<J> } | { readonly setback: Setback }

export interface Conditions {
  /** Default: all files. */
  readonly share?: Share
  readonly signal: AbortSignal
  /** How long patterns and globs may take; absent where none of them can go wrong. */
  readonly matchingMs?: number
}

interface Waiting {
  readonly resolve: (outcome: Outcome<Job>) => void
  readonly reject: (error: unknown) => void
}

/** A worker that nobody has asked for this long ends, and its memory is the machine's again. */
const IDLE_MS = 5 * 60_000
const YOUNG_MB = 3
const ALL: Share = { shard: 0, shards: 1 }
/** How often a job with a deadline is looked at. */
const LOOK_MS = 50

/**
 * One worker thread: starts with its first job, ends with a job that outlasts its deadline or when nobody needs it any more, and
 * starts again with the next.
 */
export class WorkerHandle {
  readonly #setup: WorkerSetup
  #worker: Worker | undefined
  #waiting = new Map<number, Waiting>()
  #jobs = 0
  #idle: NodeJS.Timeout | undefined
  readonly #idleMs: number
  #held: number | undefined
  #retires = false

  constructor(setup: WorkerSetup, idleMs = IDLE_MS) {
    this.#setup = setup
    this.#idleMs = idleMs
  }

  async run<J extends Job>(job: J, { share = ALL, matchingMs, signal }: Conditions): Promise<Outcome<J>> {
    const shared = createSharedNumbers()
    const control = new JobControl(shared)
    const cancel = () => control.cancel()
    signal.addEventListener('abort', cancel)
    const look = matchingMs === undefined ? undefined : setInterval(() => this.#endIfLate(control, matchingMs), LOOK_MS)
    try {
      // The worker answers a search job with a search answer, a find job with a find answer.
      return (await this.#ask(job, { share, shared, matchingMs })) as Outcome<J>
    } finally {
      clearInterval(look)
      signal.removeEventListener('abort', cancel)
    }
  }

  get isRunning(): boolean {
    return this.#worker !== undefined
  }

  /** The memory of its texts, once it keeps all of its share. */
  get held(): number | undefined {
    return this.#held
  }

  async close(): Promise<void> {
    await this.#end('cancelled')
  }

  /** Ends when nobody waits for it any more. */
  retire(): void {
    if (this.#waiting.size === 0) void this.#end('cancelled')
    else this.#retires = true
  }

  #ask(job: Job, terms: Omit<WorkerRequest, 'id' | 'job'>): Promise<Outcome<Job>> {
    this.#worker ??= this.#start()
    this.#retires = false
    const worker = this.#worker
    clearTimeout(this.#idle)
    const id = ++this.#jobs
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      worker.ref()
      worker.postMessage({ id, job, ...terms })
    })
  }

  #start(): Worker {
    const worker = new Worker(workerUrl(), {
      workerData: this.#setup,
      // A search reads much and keeps little of it: more room for what is new would only fill up with what is old.
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
      execArgv: fromSource() ? ['--conditions=shoko-source'] : [],
    })
    worker.unref()
    worker.on('message', (reply: WorkerReply) => this.#settle(worker, reply))
    worker.on('error', (error) => this.#lose(worker, startFailure(error) ?? error))
    worker.on('exit', () => this.#lose(worker, new Error('a search worker stopped')))
    return worker
  }

  #settle(worker: Worker, reply: WorkerReply): void {
    const waiting = this.#waiting.get(reply.id)
    this.#waiting.delete(reply.id)
    if ('held' in reply) this.#held = reply.held
    if (this.#waiting.size === 0) this.#rest(worker)
    if ('failure' in reply) waiting?.reject(thrown(reply.failure))
    else waiting?.resolve(reply as Outcome<Job>)
  }

  #rest(worker: Worker): void {
    worker.unref()
    if (this.#retires) return void this.#end('cancelled')
    this.#idle = setTimeout(() => void this.#end('cancelled'), this.#idleMs).unref()
  }

  #lose(worker: Worker, error: unknown): void {
    if (this.#worker !== worker) return
    const waiting = this.#forget()
    for (const { reject } of waiting) reject(error)
  }

  #endIfLate(control: JobControl, matchingMs: number): void {
    // A worker that is between two files ends by itself and keeps its cache.
    if (control.matchingMs() > matchingMs + LOOK_MS) void this.#end('slow')
  }

  async #end(setback: Setback): Promise<void> {
    const worker = this.#worker
    clearTimeout(this.#idle)
    const waiting = this.#forget()
    await worker?.terminate()
    for (const { resolve } of waiting) resolve({ setback })
  }

  #forget(): Waiting[] {
    const waiting = [...this.#waiting.values()]
    this.#worker = undefined
    this.#held = undefined
    this.#retires = false
    this.#waiting = new Map()
    return waiting
  }
}

/** A thread that finds no descriptor to start with is the machine's trouble and no bug. Node says so in words only. */
export function startFailure(error: unknown): DomainError<VaultReason> | undefined {
  if (!(error instanceof Error) || !/EMFILE|ENFILE|too many open files/.test(error.message)) return undefined
  return new DomainError<VaultReason>('disk_error', 'the search could not start: too many open files (EMFILE)', { cause: error })
}

/** Errors lose their class on the way between threads. */
function thrown({ reason, message, stack }: WorkerFailure): Error {
  if (reason !== undefined) return new DomainError(reason, message)
  return Object.assign(new Error(message), { stack })
}

function fromSource(): boolean {
  return import.meta.url.endsWith('.ts')
}

/** The worker lies beside this module, in the sources as in every bundle. */
function workerUrl(): URL {
  return new URL(`./grep-worker${fromSource() ? '.ts' : '.js'}`, import.meta.url)
}
