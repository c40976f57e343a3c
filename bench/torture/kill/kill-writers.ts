import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { childEnvironment } from '../environment.ts'
import { defineRun, type RunOrder, type RunOutcome } from '../run.ts'
import { bundle } from '../writers/bundle.ts'
import { DOMAINS } from '../writers/callers.ts'
import { WritingProcess } from '../writers/writing-process.ts'
import { type Campaign, killInLanes, type Target } from './campaign.ts'

const WRITERS = 3

export const run = defineRun('kill-writers', killWriters, { full: { kills: 9000 }, expectedSeconds: 1200 })

async function killWriters(order: RunOrder): Promise<RunOutcome> {
  const program = await bundle(join(order.folder, 'programs'), 'writers/writer.ts')
  const { kills, during, acknowledged, failures } = await killInLanes(order, {
    rounds: 8,
    domainsOf: (number) => [DOMAINS[number % DOMAINS.length]!],
    reportEvery: 4,
    strike: (campaign, target) => killSome(campaign, { ...target, program }),
  })
  return { figures: { kills, 'in the middle of a call': during, 'acknowledged changes checked': acknowledged }, failures }
}

interface Writing extends Target {
  readonly program: string
}

async function killSome(campaign: Campaign, writing: Writing): Promise<string[]> {
  const count = Math.min(WRITERS, campaign.left)
  campaign.left -= count
  const marks = Array.from({ length: count }, (_, at) => `${writing.mark}w${at}`)
  const problems = await Promise.all(marks.map((mark) => killOne(campaign, { ...writing, mark })))
  return problems.filter((problem) => problem !== undefined)
}

/** After a few acknowledged calls, and then at any moment of the next ones. */
async function killOne(campaign: Campaign, { program, dir, domains, mark, model, random }: Writing): Promise<string | undefined> {
  const [calls, delay, seed] = [random.below(6), random.next() * 6, random.seed()]
  const { signal } = campaign
  const env = childEnvironment()
  const writer = new WritingProcess({ program, domains: domains.join(), dir, mark, seed, model, signal, env })
  await writer.until(calls)
  await sleep(delay)
  const problem = await writer.kill()
  campaign.kills++
  if (writer.busy) campaign.during++
  return problem
}
