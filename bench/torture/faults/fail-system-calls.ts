import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Random } from '../random.ts'
import { defineRun, type Failure, type RunOrder, type RunOutcome } from '../run.ts'
import { bundle } from '../writers/bundle.ts'
import { litterIn } from '../writers/model.ts'
import { restart } from '../writers/restart.ts'
import { readWorkspace } from '../writers/workspace.ts'
import { type Answer, contentsOf, isHonest, type Operation, operations, prepareWorkspace } from './operations.ts'
import { type CallSite, callSites, type Traced, trace, whyNoStrace } from './strace.ts'

const CODES = ['EIO', 'ENOSPC', 'EACCES', 'EMFILE']
const LANES = 2
const ATTEMPTS = 3
const ANSWERS: readonly Answer[] = ['done', 'warned', 'refused']

export const run = defineRun('fail-system-calls', failSystemCalls, { full: { failures: 1100, kills: 550 }, expectedSeconds: 520 })

interface Point {
  readonly operation: Operation
  readonly site: CallSite
  readonly fault: string
  readonly before: string
  readonly after: string
}

interface Campaign extends RunOrder {
  readonly program: string
  readonly template: string
  readonly failures: Failure[]
  readonly answers: Record<Answer, number>
  /** Faults that came while the operation was under way, and those that came before it or after it. */
  readonly hits: { errors: number; kills: number; missed: number }
}

async function failSystemCalls(order: RunOrder): Promise<RunOutcome> {
  const skipped = whyNoStrace(order.report)
  if (skipped !== undefined) return { figures: {}, failures: [], skipped }
  const program = await bundle(join(order.folder, 'programs'), 'faults/operate.ts')
  const template = join(order.folder, 'template')
  prepareWorkspace(template)
  const answers = { done: 0, warned: 0, refused: 0, none: 0 }
  const campaign: Campaign = { ...order, program, template, failures: [], answers, hits: { errors: 0, kills: 0, missed: 0 } }
  const sites = await findSites(campaign)
  order.report(`${sites.length} system calls in ${operations.length} operations`)
  const points = choosePoints(sites, order)
  const queue = [...points]
  const work = async (lane: number) => {
    for (let point = queue.pop(); point !== undefined && campaign.failures.length < 200; point = queue.pop()) {
      order.signal.throwIfAborted()
      const problem = await tryPoint(campaign, { point, dir: join(order.folder, `lane-${lane}`) })
      if (problem !== undefined) campaign.failures.push({ what: problem })
      if (queue.length % 100 === 0) order.report(`${points.length - queue.length} of ${points.length} injections`)
    }
  }
  await Promise.all(Array.from({ length: LANES }, (_, lane) => work(lane)))
  const { errors, kills, missed } = campaign.hits
  if (errors < order.counts.failures! / 2 || kills < order.counts.kills! / 2)
    campaign.failures.push({ what: `only ${errors} errors and ${kills} kills came while an operation was under way` })
  const { done, warned, refused } = campaign.answers
  const figures = {
    'failed calls': errors,
    kills,
    'of all': sites.length * (CODES.length + 1),
    'answered with success': done,
    'with a warning': warned,
    'with an error': refused,
    'came too early or too late': missed,
  }
  return { figures, failures: campaign.failures }
}

type Site = Omit<Point, 'fault'>

/** Which calls each operation makes, and what the files are like before and after it. */
async function findSites({ program, template, folder, signal }: Campaign): Promise<Site[]> {
  const before = contentsOf(template)
  const found: Site[][] = []
  // One after the other: on a busy machine, work that may wait a moment would fall into the operation.
  for (const [at, operation] of operations.entries()) {
    const dir = join(folder, `plain-${at}`)
    const log = join(folder, `plain-${at}.strace`)
    const { answer } = await trace([program, ...freshWorkspaces(dir, template), operation.name], { log, signal })
    if (answer !== 'done') throw new Error(`${operation.name} fails without a fault: ${answer}`)
    const after = contentsOf(dir)
    found.push(callSites(log).map((site) => ({ operation, site, before, after })))
  }
  return found.flat()
}

/** As many as wanted, spread evenly over all calls; the errors take turns. */
function choosePoints(sites: readonly Site[], { counts, seed }: RunOrder): Point[] {
  const start = new Random(seed).below(sites.length)
  const spread = (count: number, faultAt: (n: number) => string) =>
    Array.from({ length: count }, (_, n) => {
      const at = Math.floor((n * sites.length) / count)
      return { ...sites[(start + at) % sites.length]!, fault: faultAt(n) }
    })
  return [...spread(counts.failures!, (n) => CODES[n % CODES.length]!), ...spread(counts.kills!, () => 'KILL')]
}

async function tryPoint(campaign: Campaign, { point, dir }: { point: Point; dir: string }): Promise<string | undefined> {
  const { operation, site, fault, before, after } = point
  const action = fault === 'KILL' ? 'signal=KILL' : `error=${fault}`
  const inject = `${site.call}:${action}:when=${site.when}`
  const { answer: words, isHit } = await strike(campaign, { operation, inject, dir })
  const answer = ANSWERS.find((each) => words.startsWith(each)) ?? 'none'
  if (isHit) campaign.answers[answer]++
  campaign.hits[isHit ? (fault === 'KILL' ? 'kills' : 'errors') : 'missed']++
  const problem = judge(contentsOf(dir)) ?? (await afterwards())
  return problem === undefined ? undefined : `${operation.name}, ${inject}: ${problem}`

  function judge(now: string): string | undefined {
    if (words.startsWith('bug')) return words
    if (isHit && answer === 'none' && fault !== 'KILL') return 'its process died'
    return isHonest(operation, answer, { before, now, after }) ? undefined : `answered "${words}", but the files are\n${now}`
  }

  async function afterwards(): Promise<string | undefined> {
    if (litterIn(readWorkspace(dir)).length === 0 && fault !== 'KILL') return undefined
    return (await restart(dir, [operation.domain]))[0]
  }
}

interface Strike {
  readonly operation: Operation
  readonly inject: string
  readonly dir: string
}

/** Again when the fault came before the operation or after it. */
async function strike({ program, template, signal }: Campaign, { operation, inject, dir }: Strike): Promise<Traced> {
  for (let attempt = 1; ; attempt++) {
    const workspaces = freshWorkspaces(dir, template)
    const traced = await trace([program, ...workspaces, operation.name], { inject, log: `${dir}.strace`, signal })
    if (traced.isHit || attempt === ATTEMPTS) return traced
  }
}

/** The one that counts, and one to rehearse in. */
function freshWorkspaces(dir: string, template: string): [string, string] {
  const both: [string, string] = [dir, `${dir}-rehearsal`]
  for (const place of both) {
    rmSync(place, { recursive: true, force: true })
    cpSync(template, place, { recursive: true })
  }
  return both
}
