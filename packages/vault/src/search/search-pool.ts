import { availableParallelism } from 'node:os'
import { DomainError } from '@shoko/contract'
import type { RelativePath } from '@shoko/core-fs'
import { isHarmlessGlob } from '../glob.ts'
import type { VaultReason } from '../reasons.ts'
import type { FileScope } from '../scope.ts'
import type { AnswerTo, Job, SearchAnswer, SearchJob, Setback } from './protocol.ts'
import { byRank } from './ranked-hits.ts'
import { isHarmlessPattern, isShortPattern } from './regex.ts'
import { requiredLiterals } from './required-literals.ts'
import { type Conditions, WorkerHandle } from './worker-handle.ts'

export type SearchMode = 'plain' | 'regex' | 'loose'

export interface SearchRequest {
  readonly mode: SearchMode
  readonly query: string
  readonly scope: FileScope
  /** How many of the best files need a snippet. */
  readonly keep: number
}

export interface GrepOptions {
  readonly rootPath: string
  readonly withheld?: readonly string[]
  /** The closed folder in which texts lie that are kept; without it they stay in memory. */
  readonly cachePath?: string | undefined
  /** For texts, over all workers. */
  readonly cacheBytes: number
}

const NATIVE_MS = 2000
/** The linear engine is some twenty times slower than the native one where both do well. */
const LINEAR_MS = 10_000
const SLOW_PATTERNS_KEPT = 100
/** As much is searched by one thread in a moment, and every thread takes more than half as much again for itself. */
const SMALL_BYTES = 24 * 1024 * 1024
const EVERYTHING = { dir: '' as RelativePath, glob: undefined }
/** Patterns that need a guard are rare, and the texts are in the other threads already: these keep none, and end soon. */
const GUARDED = { cacheBytes: 0, idleMs: 3000 }

/**
 * Searches run in worker threads that keep the texts they have read. Whatever could go on for ever (patterns with
 * repetition, many-starred globs) runs in workers of its own, which are ended at a deadline; the others are never kept waiting.
 */
export class SearchPool {
  readonly #steady: Lane
  readonly #guarded: Lane
  readonly #slowPatterns = new Set<string>()

  constructor(options: GrepOptions) {
    this.#steady = new Lane(options)
    const shards = () => this.#steady.shards
    this.#guarded = new Lane({ ...options, cacheBytes: GUARDED.cacheBytes }, { idleMs: GUARDED.idleMs, shards })
  }

  /** Starts the threads that most searches run in and lets them read ahead, so that the first search waits for neither. */
  warm(): void {
    this.#steady.run({ kind: 'warm', scope: EVERYTHING }, { signal: new AbortController().signal }).catch(() => {}) // a missing vault is for the first call to tell
  }

  async search(request: SearchRequest, signal: AbortSignal): Promise<SearchAnswer> {
    const { mode, ...rest } = request
    const job: SearchJob = { kind: 'search', ...rest, engine: mode }
    const outcome = isHarmless(mode, request.query) ? this.#run(job, { signal }) : this.#searchSifted(job, signal)
    return merge(usable(await orAbort(outcome, signal)), request.keep)
  }

  /** The files in scope, in no order. */
  async list(scope: FileScope, signal: AbortSignal): Promise<readonly RelativePath[]> {
    const answers = usable(await orAbort(this.#run({ kind: 'list', scope }, { signal }), signal))
    return answers.flatMap(({ paths }) => paths)
  }

  /** How many run now, those of patterns that need a guard left out. */
  get threads(): number {
    return this.#steady.running
  }

  /** Ends the threads, with the texts that they keep; the next search starts them again. */
  async close(): Promise<void> {
    await Promise.all([this.#steady.close(), this.#guarded.close()])
  }

  #run<J extends Job>(job: J, conditions: Conditions): Promise<LaneOutcome<J>> {
    if (isHarmlessScope(job.scope)) return this.#steady.run(job, conditions)
    return this.#guarded.run(job, { ...conditions, matchingMs: NATIVE_MS })
  }

  /**
   * A thread is only started for a pattern when it may find something: where it cannot match without certain letters, those who have
   * the texts say in which files these stand. A thread that runs is as quick as they are.
   */
  async #searchSifted(job: SearchJob, signal: AbortSignal): Promise<LaneOutcome<SearchJob>> {
    const literals = job.engine === 'regex' ? requiredLiterals(job.query) : undefined
    const canSift = literals !== undefined && isShortPattern(literals.join('|'))
    if (!canSift || this.#guarded.running > 0 || !isHarmlessScope(job.scope)) return this.#searchGuarded(job, signal)
    const sifted = await this.#steady.run({ ...job, engine: 'literals', keep: 0 }, { signal })
    if (typeof sifted === 'string') return sifted
    const only = sifted.flatMap(({ ranks }) => ranks.map(({ path }) => path))
    const outcome = only.length === 0 ? [] : await this.#searchGuarded({ ...job, only }, signal)
    if (typeof outcome === 'string') return outcome
    return [
      ...sifted.map((answer) => ({ ...answer, ranks: [] })),
      ...outcome.map((answer) => ({ ...answer, warnings: 0, skipped: [] })),
    ]
  }

  async #searchGuarded(job: SearchJob, signal: AbortSignal): Promise<LaneOutcome<SearchJob>> {
    const native = () => this.#guarded.run(job, { matchingMs: NATIVE_MS, signal })
    const linear = () => this.#guarded.run({ ...job, engine: 'linear' }, { matchingMs: LINEAR_MS, signal })
    if (job.engine === 'loose') return native() // as a pattern it would be another question
    if (this.#slowPatterns.has(job.query)) {
      const outcome = await linear()
      return outcome === 'unsupported' ? native() : outcome
    }
    const outcome = await native()
    if (outcome !== 'slow') return outcome
    this.#rememberSlow(job.query)
    return linear()
  }

  /** A pattern that was slow once goes to the linear engine at once the next time. */
  #rememberSlow(pattern: string): void {
    this.#slowPatterns.add(pattern)
    const [oldest] = this.#slowPatterns
    if (this.#slowPatterns.size > SLOW_PATTERNS_KEPT && oldest !== undefined) this.#slowPatterns.delete(oldest)
  }
}

function isHarmlessScope({ glob }: FileScope): boolean {
  return glob === undefined || isHarmlessGlob(glob)
}

function isHarmless(mode: SearchMode, query: string): boolean {
  if (mode === 'plain') return true
  return mode === 'loose' ? isShortPattern(query) : isHarmlessPattern(query)
}

type LaneOutcome<J extends Job> = readonly AnswerTo<J>[] | Setback

/**
 * Workers that share the files among them: all of them begin, for the first search waits for the disk; where the texts turn out to be
 * few, one takes over. A job with a deadline has the lane to itself, because its end may be theirs. */
class Lane {
  readonly #workers: readonly WorkerHandle[]
  readonly #shardsOf: (() => number) | undefined
  #isSmall = false
  #last: Promise<unknown> = Promise.resolve()

  /** `shards`: among how many workers files are shared; default: as their texts are held. */
  constructor(
    { rootPath, withheld = [], cachePath, cacheBytes }: GrepOptions,
    { idleMs, shards }: { readonly idleMs?: number; readonly shards?: () => number } = {},
  ) {
    const most = Math.min(2, availableParallelism())
    const setup = { rootPath, withheld, cachePath, cacheBytes: Math.floor(cacheBytes / most) }
    this.#workers = Array.from({ length: most }, () => new WorkerHandle(setup, idleMs))
    this.#shardsOf = shards
  }

  /** Among how many workers the files are shared now. */
  get shards(): number {
    return this.#shardsOf?.() ?? (this.#isSmall ? 1 : this.#workers.length)
  }

  get running(): number {
    return this.#workers.filter(({ isRunning }) => isRunning).length
  }

  run<J extends Job>(job: J, conditions: Conditions): Promise<LaneOutcome<J>> {
    if (conditions.matchingMs === undefined) return this.#runNow(job, conditions)
    const turn = this.#last.then(() => (conditions.signal.aborted ? 'cancelled' : this.#runNow(job, conditions)))
    this.#last = turn.catch(() => {})
    return turn
  }

  async close(): Promise<void> {
    this.#isSmall = false
    await Promise.all(this.#workers.map((worker) => worker.close()))
  }

  async #runNow<J extends Job>(job: J, conditions: Conditions): Promise<LaneOutcome<J>> {
    const { shards } = this
    const workers = this.#workers.slice(0, shards)
    const outcomes = await Promise.all(
      workers.map((worker, shard) => worker.run(job, { ...conditions, share: { shard, shards } })),
    )
    if (shards === this.shards) this.#fit()
    const answers: AnswerTo<J>[] = []
    for (const outcome of outcomes) {
      if ('setback' in outcome) return outcome.setback
      answers.push(outcome.answer)
    }
    return answers
  }

  /** One worker is enough for a few texts; when they have become many, the others come back. */
  #fit(): void {
    const asked = this.#workers.slice(0, this.shards)
    const held = asked.reduce((sum, worker) => sum + (worker.held ?? Number.NaN), 0)
    if (this.#isSmall) {
      if (held > 1.5 * SMALL_BYTES) this.#isSmall = false
      return
    }
    const [first, ...others] = this.#workers
    if (this.#shardsOf !== undefined || first === undefined || others.length === 0 || !(held <= SMALL_BYTES)) return
    this.#isSmall = true
    for (const worker of others) worker.retire()
    const { signal } = new AbortController()
    first.run({ kind: 'warm', scope: EVERYTHING }, { signal }).catch(() => {}) // the next search reads what is missing
  }
}

/** The caller need not wait for a worker that is deep inside a pattern; the lane does. */
function orAbort<T>(outcome: Promise<T>, signal: AbortSignal): Promise<T | 'cancelled'> {
  const { promise, resolve } = Promise.withResolvers<'cancelled'>()
  const onAbort = () => resolve('cancelled')
  signal.addEventListener('abort', onAbort)
  if (signal.aborted) onAbort()
  return Promise.race([outcome, promise]).finally(() => signal.removeEventListener('abort', onAbort))
}

function usable<T>(outcome: readonly T[] | Setback): readonly T[] {
  if (outcome === 'cancelled') throw new DomainError<VaultReason>('cancelled', 'the search was cancelled')
  if (typeof outcome !== 'string') return outcome
  throw new DomainError<VaultReason>(
    'pattern_too_slow',
    'pattern too slow; make it simpler, narrow relative_dir, or use mode "plain"',
  )
}

function merge(answers: readonly SearchAnswer[], keep: number): SearchAnswer {
  const ranks = answers.flatMap((answer) => answer.ranks).sort(byRank)
  const places = new Map(answers.flatMap((answer) => answer.hits).map((hit) => [hit.path, hit]))
  return {
    kind: 'search',
    ranks,
    hits: ranks.slice(0, keep).flatMap(({ path }) => places.get(path) ?? []),
    warnings: answers.reduce((sum, answer) => sum + answer.warnings, 0),
    skipped: answers.flatMap((answer) => answer.skipped).sort(),
  }
}
