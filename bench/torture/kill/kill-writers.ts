import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { childEnvironment } from '../environment.ts'
import { Random } from '../random.ts'
import { defineRun, type Failure, type RunOrder, type RunOutcome } from '../run.ts'
import { bundle } from '../writers/bundle.ts'
import { DOMAINS, type Domain } from '../writers/callers.ts'
import { Model } from '../writers/model.ts'
import { restart } from '../writers/restart.ts'
import { makeWorkspace, readWorkspace } from '../writers/workspace.ts'
import { WritingProcess } from '../writers/writing-process.ts'

const LANES = 2
const WRITERS = 3
/** A workspace sees so many rounds of kills, so that damage may add up; then the next one keeps the trees small. */
const ROUNDS = 8

export const run = defineRun('kill-writers', killWriters, { full: { kills: 9000 }, expectedSeconds: 1200 })

interface Campaign extends RunOrder {
  readonly program: string
  readonly failures: Failure[]
  left: number
  kills: number
  during: number
  acknowledged: number
}

async function killWriters(order: RunOrder): Promise<RunOutcome> {
  const program = await bundle(join(order.folder, 'programs'), 'writers/writer.ts')
  const campaign: Campaign = { ...order, program, failures: [], left: order.counts.kills!, kills: 0, during: 0, acknowledged: 0 }
  const random = new Random(order.seed)
  await Promise.all(Array.from({ length: LANES }, (_, lane) => workLane(campaign, { lane, random: new Random(random.seed()) })))
  const { kills, during, acknowledged, failures } = campaign
  return { figures: { kills, 'in the middle of a call': during, 'acknowledged changes checked': acknowledged }, failures }
}

async function workLane(campaign: Campaign, { lane, random }: { lane: number; random: Random }): Promise<void> {
  for (let n = lane; campaign.left > 0 && campaign.failures.length < 10; n++) {
    const domain = DOMAINS[n % DOMAINS.length]!
    const dir = join(campaign.folder, `${lane}-${n}-${domain}`)
    mkdirSync(dir, { recursive: true })
    makeWorkspace(dir)
    const failed = campaign.failures.length
    await tortureWorkspace(campaign, { dir, domain, random })
    if (campaign.failures.length === failed) rmSync(dir, { recursive: true })
    if (campaign.kills % 100 < WRITERS) campaign.report(`${campaign.kills} of ${campaign.counts.kills} kills`)
  }
}

async function tortureWorkspace(
  campaign: Campaign,
  { dir, domain, random }: { dir: string; domain: Domain; random: Random },
): Promise<void> {
  const model = new Model()
  for (let round = 0; round < ROUNDS && campaign.left > 0; round++) {
    campaign.signal.throwIfAborted()
    const count = Math.min(WRITERS, campaign.left)
    campaign.left -= count
    const marks = Array.from({ length: count }, (_, at) => `r${round}w${at}`)
    const problems = await Promise.all(marks.map((mark) => killOne(campaign, { dir, domain, mark, model, random })))
    const found = [...problems.flatMap((problem) => problem ?? []), ...model.check(readWorkspace(dir))]
    found.push(...(await restart(dir, [domain])), ...model.check(readWorkspace(dir)))
    campaign.failures.push(...found.map((what) => ({ what: `${domain}, round ${round} in ${dir}: ${what}` })))
    if (found.length > 0) break
  }
  campaign.acknowledged += model.size
}

/** After a few acknowledged calls, and then at any moment of the next ones. */
async function killOne(
  campaign: Campaign,
  { dir, domain, mark, model, random }: { dir: string; domain: Domain; mark: string; model: Model; random: Random },
): Promise<string | undefined> {
  const [calls, delay, seed] = [random.below(6), random.next() * 6, random.seed()]
  const { program, signal } = campaign
  const writer = new WritingProcess({ program, domains: domain, dir, mark, seed, model, signal, env: childEnvironment() })
  await writer.until(calls)
  await sleep(delay)
  const problem = await writer.kill()
  campaign.kills++
  if (writer.busy) campaign.during++
  return problem
}
