import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DomainError } from '@shoko/contract'
import { nodeSystem, type SystemCalls } from '../../../packages/core-fs/src/system-calls.ts'
import { Random } from '../random.ts'
import type { Failure, RunOrder, RunOutcome, TortureRun } from '../run.ts'
import { openDomain } from '../writers/callers.ts'
import { contentsOf, fixedPorts, isHalfWay, type Operation, operations, prepareWorkspace } from './operations.ts'

const CODES = ['EIO', 'ENOSPC', 'EACCES', 'EMFILE']

export const run: TortureRun = {
  name: 'fail-each-call',
  promise: 'each call of the storage core fails once with each of four errors: old or new content, an answer that does not lie',
  full: { failures: 4000 },
  expectedSeconds: 120,
  testScale: 0.05,
  cores: 1,
  run: failEachCall,
}

/** On any system, without strace: the calls that the storage core makes go through one object, whose calls fail in turn. */
async function failEachCall({ counts, seed, folder, report, signal }: RunOrder): Promise<RunOutcome> {
  const template = join(folder, 'template')
  prepareWorkspace(template)
  const points: Point[] = []
  for (const operation of operations) {
    const done = await perform(join(folder, 'plain'), { template, operation })
    if (done.error !== undefined) throw new Error(`${operation.name} fails without a fault`, { cause: done.error })
    for (let at = 0; at < done.calls; at++)
      for (const code of CODES) points.push({ operation, at, code, template, before: contentsOf(template), after: done.contents })
  }
  const chosen = choose(points, counts.failures!, new Random(seed))
  const failures: Failure[] = []
  let refused = 0
  for (const point of chosen) {
    signal.throwIfAborted()
    const { problem, wasRefused } = await tryPoint(join(folder, 'try'), point)
    if (wasRefused) refused++
    if (problem !== undefined) failures.push({ what: problem })
  }
  report(`${points.length} points in ${operations.length} operations`)
  return { figures: { 'failed calls': chosen.length, 'answered with an error': refused }, failures }
}

interface Point {
  readonly operation: Operation
  /** Which of its calls fails. */
  readonly at: number
  readonly code: string
  readonly template: string
  readonly before: string
  readonly after: string
}

async function tryPoint(dir: string, point: Point): Promise<{ problem?: string; wasRefused: boolean }> {
  const { operation, at, code, before, after } = point
  const { failed, error, contents, retried } = await perform(dir, point)
  const wasRefused = error !== undefined
  const problem = judge()
  return problem === undefined
    ? { wasRefused }
    : { wasRefused, problem: `${operation.name}, ${failed} (call ${at}) gives ${code}: ${problem}` }

  function judge(): string | undefined {
    if (error === undefined) return contents === after ? undefined : `answered with success, but the files are\n${contents}`
    if (!(error instanceof DomainError)) return `answered with a bug: ${String(error)} ${(error as Error).stack}`
    if (error.message.includes(dir)) return `the message tells a path: ${error.message}`
    if (contents !== before && !isHalfWay(operation, contents))
      return `answered with an error (${error.message}), but the files are\n${contents}`
    return retried === after ? undefined : `the same call afterwards gives\n${retried}`
  }
}

interface Performed {
  readonly calls: number
  readonly failed: string | undefined
  readonly error: unknown
  readonly contents: string
  /** After the same call without a fault. */
  readonly retried: string
}

async function perform(
  dir: string,
  { template, operation, at = -1, code = '' }: { template: string; operation: Operation; at?: number; code?: string },
): Promise<Performed> {
  rmSync(dir, { recursive: true, force: true })
  mkdirSync(dir, { recursive: true })
  cpSync(template, dir, { recursive: true })
  const caller = await openDomain(operation.domain, dir, fixedPorts())
  const fault = plantFault(at, code)
  let error: unknown
  try {
    await caller.call(operation)
  } catch (reason) {
    error = reason
  } finally {
    fault.remove()
  }
  const contents = contentsOf(dir)
  if (error !== undefined) await caller.call(operation)
  await caller.close()
  return { calls: fault.calls(), failed: fault.failed(), error, contents, retried: contentsOf(dir) }
}

type AnyCall = (...args: unknown[]) => unknown

/** Lets one of the next calls fail. Reads of the clock and the like are no calls of the operating system. */
function plantFault(at: number, code: string) {
  const real = { ...nodeSystem }
  let count = 0
  let failed: string | undefined
  for (const [name, call] of Object.entries(real) as [keyof SystemCalls, AnyCall][]) {
    if (name === 'randomDigits') continue
    const planted: AnyCall = (...args) => {
      if (count++ !== at) return call(...args)
      failed = name
      const error = Object.assign(new Error(`${code}: injected`), { code })
      if (name === 'close') call(...args) // a descriptor is gone even when closing it reports an error
      if (['read', 'write', 'fsync'].includes(name)) return Promise.reject(error)
      throw error
    }
    Object.assign(nodeSystem, { [name]: planted })
  }
  return { calls: () => count, failed: () => failed, remove: () => void Object.assign(nodeSystem, real) }
}

/** All of them when there are not more, else so many of them, spread evenly. */
function choose(points: readonly Point[], count: number, random: Random): Point[] {
  if (points.length <= count) return [...points]
  const start = random.below(points.length)
  return Array.from({ length: count }, (_, n) => points[(start + Math.floor((n * points.length) / count)) % points.length]!)
}
