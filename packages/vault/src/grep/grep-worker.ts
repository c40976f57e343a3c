import { parentPort, workerData } from 'node:worker_threads'
import { DomainError } from '@shoko/contract'
import { openRoot } from '@shoko/core-fs'
import { JobPulse, JobStopped } from './gauge.ts'
import type { Answer, WorkerFailure, WorkerReply, WorkerRequest, WorkerSetup } from './protocol.ts'
import { searchFiles } from './search-files.ts'
import { listFiles } from './sweep.ts'
import { TextCache } from './text-cache.ts'

const setup = workerData as WorkerSetup // its owner is grep-pool, in this package
const root = openRoot(setup.rootPath)
const cache = new TextCache(root, setup.cacheBytes)

parentPort?.on('message', async (request: WorkerRequest) => {
  parentPort?.postMessage(await reply(request))
})

async function reply(request: WorkerRequest): Promise<WorkerReply> {
  const { id } = request
  try {
    return { id, answer: await work(request) }
  } catch (error) {
    return error instanceof JobStopped ? { id, setback: error.setback } : { id, failure: describe(error) }
  }
}

async function work({ job, gauge, matchingMs }: WorkerRequest): Promise<Answer> {
  const pulse = new JobPulse(gauge, matchingMs)
  // The root keeps the folder of its last read open until the thread rests; by then that folder may have been replaced.
  await pulse.rest()
  cache.beginSweep()
  const files = await listFiles(root, { scope: job.scope, setup, pulse })
  if (job.kind === 'search') return searchFiles(job, { files, cache, pulse })
  // Only a find needs the analyser, which takes longer to load than a search takes to run.
  const { findInFiles } = await import('./find-in-files.ts')
  return findInFiles(job, { files, cache, pulse })
}

function describe(error: unknown): WorkerFailure {
  if (!(error instanceof Error)) return { reason: undefined, message: String(error), stack: undefined }
  return { reason: error instanceof DomainError ? error.reason : undefined, message: error.message, stack: error.stack }
}
