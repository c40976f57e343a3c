import { parentPort, workerData } from 'node:worker_threads'
import { DomainError } from '@shoko/contract'
import { openRoot, type WalkedFile } from '@shoko/core-fs'
import type { FileScope } from '../scope.ts'
import { createSharedNumbers, JobPulse, JobStopped } from './job-control.ts'
import type { Answer, SearchJob, WorkerFailure, WorkerReply, WorkerRequest, WorkerSetup } from './protocol.ts'
import { searchFiles } from './search-files.ts'
import { listFiles, shareOf } from './sweep.ts'
import { TextCache } from './text-cache.ts'

/** What is read ahead takes at most this part of a worker's memory: perhaps nobody will search. */
const AHEAD_SHARE = 1 / 2
/** Enough for the engine to compile what every file goes through. */
const PRACTICE_FILES = 2000

const setup = workerData as WorkerSetup // its owner is grep-pool, in this package
const root = openRoot(setup.rootPath, { withheld: setup.withheld })
const scratchFolder = setup.cachePath === undefined ? undefined : openRoot(setup.cachePath, { closed: 'cache' })
const cache = new TextCache(root, { limitBytes: setup.cacheBytes, openScratch: scratchFolder?.sync.scratch })
/** Jobs that somebody waits for. */
const awaited = new Set<number>()
let hasReadAhead = false
/** Of all that it was asked to search. */
let keepsAll = false
parentPort?.on('message', async (request: WorkerRequest) => {
  parentPort?.postMessage(await reply(request))
})

async function reply(request: WorkerRequest): Promise<WorkerReply> {
  const { id, job } = request
  if (job.kind !== 'warm') awaited.add(id)
  try {
    const answer = await work(request)
    return { id, answer, held: keepsAll ? cache.usedBytes : undefined }
  } catch (error) {
    if (error instanceof JobStopped) return { id, setback: error.setback }
    cache.clear()
    return { id, failure: describe(error) }
  } finally {
    awaited.delete(id)
  }
}

async function work({ job, share, shared, matchingMs }: WorkerRequest): Promise<Answer> {
  const pulse = new JobPulse(shared, matchingMs)
  // The root keeps the folder of its last read open until the thread rests; by then that folder may have been replaced.
  await pulse.rest()
  // What passes is gone with the next file; another search that runs beside it may still hold on to a text.
  const passes = job.kind === 'search' && !hasReadAhead && awaited.size === 1
  cache.beginSweep(passes ? 'pass' : 'keep')
  const only = job.kind === 'search' ? job.only : undefined
  const files = only === undefined ? await listFiles(root, { scope: job.scope, share, pulse }) : shareOf(only, share)
  if (job.kind === 'warm') {
    await readAhead(files, AHEAD_SHARE, job.scope)
    if (!isBusy()) await searchFiles(practice(job.scope), { files: files.slice(0, PRACTICE_FILES), cache, pulse })
    return { kind: 'warm' }
  }
  if (job.kind === 'search') {
    const answer = await searchFiles(job, { files, cache, pulse })
    if (passes && setup.cacheBytes > 0) setImmediate(() => void readAhead(files, 1, job.scope))
    return answer
  }
  return { kind: 'list', paths: files.map(({ path }) => path) }
}

function isBusy(): boolean {
  return awaited.size > 0
}

function practice(scope: FileScope): SearchJob {
  return { kind: 'search', scope, engine: 'plain', query: 'practice', keep: PRACTICE_FILES }
}

/** Reads texts to keep while nobody waits; who then comes passes over the rest, and it is read after that. */
async function readAhead(files: readonly WalkedFile[], share: number, scope: FileScope): Promise<void> {
  const pulse = new JobPulse(createSharedNumbers())
  await pulse.rest()
  if (isBusy()) return
  cache.beginSweep()
  const isFull = () => cache.usedBytes > share * setup.cacheBytes
  for (const file of files) {
    if (pulse.turnIsOver) await pulse.rest()
    if (isBusy()) return
    if (isFull()) break
    cache.open(file)
  }
  hasReadAhead = true
  keepsAll = scope.dir === '' && scope.glob === undefined && !isFull()
}

function describe(error: unknown): WorkerFailure {
  if (!(error instanceof Error)) return { reason: undefined, message: String(error), stack: undefined }
  return { reason: error instanceof DomainError ? error.reason : undefined, message: error.message, stack: error.stack }
}
