import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DomainError } from '@shoko/contract'
import { nodeSystem, type SystemCalls } from '../../../packages/core-fs/src/system-calls.ts'
import { Random } from '../random.ts'
import { defineRun, type Failure, type RunOrder, type RunOutcome } from '../run.ts'
import { openDomain } from '../writers/callers.ts'
import {
  type Answer,
  answerOf,
  contentsOf,
  fixedPorts,
  isFinished,
  isHonest,
  type Operation,
  operations,
  prepareWorkspace,
} from './operations.ts'

const CODES = ['EIO', 'ENOSPC', 'EACCES', 'EMFILE']

export const run = defineRun('fail-each-call', failEachCall, { full: { percent: 100 }, expectedSeconds: 620, cores: 1 })

/** On any system, without strace: the calls that the storage core makes go through one object, whose calls fail in turn. */
async function failEachCall({ counts, seed, folder, report, signal }: RunOrder): Promise<RunOutcome> {
  const template = join(folder, 'template')
  prepareWorkspace(template)
  const points: Point[] = []
  for (const operation of operations) {
    const done = await perform(join(folder, 'plain'), { template, operation })
    if (done.answer !== 'done') throw new Error(`${operation.name} fails without a fault`, { cause: done.error })
    for (let at = 0; at < done.calls; at++)
      for (const code of CODES) points.push({ operation, at, code, template, before: contentsOf(template), after: done.contents })
  }
  const chosen = choose(points, Math.round((points.length * counts.percent!) / 100), new Random(seed))
  const failures: Failure[] = []
  const answers = { done: 0, warned: 0, refused: 0, none: 0 }
  for (const point of chosen) {
    signal.throwIfAborted()
    const { problem, answer } = await tryPoint(join(folder, 'try'), point)
    answers[answer]++
    if (problem !== undefined) failures.push({ what: problem })
  }
  report(`${points.length} points in ${operations.length} operations`)
  const figures = {
    'failed calls': chosen.length,
    'of all': points.length,
    'answered with success': answers.done,
    'with a warning': answers.warned,
    'with an error': answers.refused,
  }
  return { figures, failures }
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

async function tryPoint(dir: string, point: Point): Promise<{ problem?: string; answer: Answer }> {
  const { operation, at, code, before, after } = point
  const { failed, answer, error, contents, retried } = await perform(dir, point)
  const problem = judge()
  return problem === undefined
    ? { answer }
    : { answer, problem: `${operation.name}, ${failed} (call ${at}) gives ${code}: ${problem}` }

  function judge(): string | undefined {
    if (error !== undefined && !(error instanceof DomainError)) return `answered with a bug: ${(error as Error).stack}`
    if (error?.message.includes(dir)) return `the message tells a path: ${error.message}`
    if (!isHonest(operation, answer, { before, now: contents, after }))
      return `answered "${answer}" (${error?.message}), but the files are\n${contents}`
    return contents === after || isFinished(operation, retried, after) ? undefined : `the same call afterwards gives\n${retried}`
  }
}

interface Performed {
  readonly calls: number
  readonly failed: string | undefined
  readonly answer: Answer
  readonly error: unknown
  readonly contents: string
  /** After the same call without a fault, where the first one did not do it all. */
  readonly retried: string
}

async function perform(
  dir: string,
  { template, operation, at = -1, code = '', after }: Pick<Point, 'template' | 'operation'> & Partial<Point>,
): Promise<Performed> {
  rmSync(dir, { recursive: true, force: true })
  mkdirSync(dir, { recursive: true })
  cpSync(template, dir, { recursive: true })
  const caller = await openDomain(operation.domain, dir, fixedPorts())
  const fault = plantFault(at, code)
  let answer: Answer = 'refused'
  let error: unknown
  try {
    answer = answerOf(await caller.call(operation))
  } catch (reason) {
    error = reason
  } finally {
    fault.remove()
  }
  const contents = contentsOf(dir)
  if (after !== undefined && contents !== after && answer !== 'done') await caller.call(operation)
  await caller.close()
  return { calls: fault.calls(), failed: fault.failed(), answer, error, contents, retried: contentsOf(dir) }
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
      if (name === 'closeAside') return Promise.resolve(call(...args)).then(() => Promise.reject(error))
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
