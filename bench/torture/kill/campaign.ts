import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Random } from '../random.ts'
import type { Failure, RunOrder } from '../run.ts'
import type { Domain } from '../writers/callers.ts'
import { Model } from '../writers/model.ts'
import { restart } from '../writers/restart.ts'
import { makeWorkspace, readWorkspace } from '../writers/workspace.ts'

const LANES = 2

export interface Campaign extends RunOrder {
  readonly plan: Plan
  readonly failures: Failure[]
  left: number
  kills: number
  during: number
  acknowledged: number
}

/** One workspace, and what its calls were promised. */
interface Workspace {
  readonly dir: string
  readonly domains: readonly Domain[]
  readonly model: Model
  readonly random: Random
}

export interface Target extends Workspace {
  /** Of this round: what is written in it is told by that. */
  readonly mark: string
}

export interface Plan {
  /** A workspace sees so many rounds of kills, so that damage may add up; then the next one keeps the trees small. */
  readonly rounds: number
  /** What is written in the workspace of this number. */
  readonly domainsOf: (number: number) => readonly Domain[]
  /** One round: it counts what it kills, and says what was wrong by then. */
  readonly strike: (campaign: Campaign, target: Target) => Promise<readonly string[]>
  readonly reportEvery: number
}

/** Kills in one workspace after another, in lanes side by side, and looks after each round at what is left. */
export async function killInLanes(order: RunOrder, plan: Plan): Promise<Campaign> {
  const left = order.counts.kills!
  const campaign: Campaign = { ...order, plan, failures: [], left, kills: 0, during: 0, acknowledged: 0 }
  const random = new Random(order.seed)
  await Promise.all(Array.from({ length: LANES }, (_, lane) => workLane(campaign, { lane, random: new Random(random.seed()) })))
  return campaign
}

async function workLane(campaign: Campaign, { lane, random }: { lane: number; random: Random }): Promise<void> {
  const { plan } = campaign
  for (let n = 0; campaign.left > 0 && campaign.failures.length < 10; n++) {
    const dir = join(campaign.folder, `${lane}-${n}`)
    mkdirSync(dir, { recursive: true })
    makeWorkspace(dir)
    const failed = campaign.failures.length
    await tortureWorkspace(campaign, { dir, domains: plan.domainsOf(lane + n), model: new Model(), random })
    if (campaign.failures.length === failed) rmSync(dir, { recursive: true })
    const { kills, counts, report } = campaign
    if (n % plan.reportEvery === 0) report(`${kills} of ${counts.kills} kills`)
  }
}

async function tortureWorkspace(campaign: Campaign, workspace: Workspace): Promise<void> {
  const { rounds, strike } = campaign.plan
  const { dir, domains, model } = workspace
  for (let round = 0; round < rounds && campaign.left > 0; round++) {
    campaign.signal.throwIfAborted()
    const found = [...(await strike(campaign, { ...workspace, mark: `r${round}` })), ...model.check(readWorkspace(dir))]
    found.push(...(await restart(dir, domains)), ...model.check(readWorkspace(dir)))
    campaign.failures.push(...found.map((what) => ({ what: `${domains.join(', ')}, round ${round} in ${dir}: ${what}` })))
    if (found.length > 0) break
  }
  campaign.acknowledged += model.size
}
