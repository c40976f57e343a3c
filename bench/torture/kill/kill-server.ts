import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { childEnvironment } from '../environment.ts'
import { Random } from '../random.ts'
import { defineRun, type Failure, type RunOrder, type RunOutcome } from '../run.ts'
import { openAlone, type Server } from '../server.ts'
import { DOMAINS, type Domain, openScript } from '../writers/callers.ts'
import { Model } from '../writers/model.ts'
import { restart } from '../writers/restart.ts'
import type { Output } from '../writers/step.ts'
import { makeWorkspace, readWorkspace, workspaceSettings } from '../writers/workspace.ts'

const LANES = 2
const ROUNDS = 10

export const run = defineRun('kill-server', killServers, { full: { kills: 1000 }, expectedSeconds: 360 })

interface Campaign extends RunOrder {
  readonly failures: Failure[]
  left: number
  kills: number
  during: number
  acknowledged: number
}

async function killServers(order: RunOrder): Promise<RunOutcome> {
  const campaign: Campaign = { ...order, failures: [], left: order.counts.kills!, kills: 0, during: 0, acknowledged: 0 }
  const random = new Random(order.seed)
  await Promise.all(Array.from({ length: LANES }, (_, lane) => workLane(campaign, { lane, random: new Random(random.seed()) })))
  const { kills, during, acknowledged, failures } = campaign
  return { figures: { kills, 'calls in flight': during, 'acknowledged changes checked': acknowledged }, failures }
}

async function workLane(campaign: Campaign, { lane, random }: { lane: number; random: Random }): Promise<void> {
  for (let n = 0; campaign.left > 0 && campaign.failures.length < 10; n++) {
    const dir = join(campaign.folder, `${lane}-${n}`)
    mkdirSync(dir, { recursive: true })
    makeWorkspace(dir)
    const failed = campaign.failures.length
    await tortureWorkspace(campaign, dir, random)
    if (campaign.failures.length === failed) rmSync(dir, { recursive: true })
    campaign.report(`${campaign.kills} of ${campaign.counts.kills} kills`)
  }
}

async function tortureWorkspace(campaign: Campaign, dir: string, random: Random): Promise<void> {
  const model = new Model()
  for (let round = 0; round < ROUNDS && campaign.left > 0; round++) {
    campaign.signal.throwIfAborted()
    campaign.left--
    const found = await killOne(campaign, { dir, mark: `r${round}`, model, random })
    found.push(...model.check(readWorkspace(dir)))
    found.push(...(await restart(dir, DOMAINS)), ...model.check(readWorkspace(dir)))
    campaign.failures.push(...found.map((what) => ({ what: `round ${round} in ${dir}: ${what}` })))
    if (found.length > 0) break
  }
  campaign.acknowledged += model.size
}

interface Target {
  readonly dir: string
  readonly mark: string
  readonly model: Model
  readonly random: Random
}

async function killOne(campaign: Campaign, { dir, mark, model, random }: Target): Promise<string[]> {
  const { NODE_COMPILE_CACHE = '' } = childEnvironment()
  const env = { ...workspaceSettings(dir), NODE_COMPILE_CACHE }
  const [calls, delay] = [random.below(12), random.next() * 10]
  const server = await openAlone(env, campaign)
  const progress = { acknowledged: 0, inFlight: 0, problems: [] as string[] }
  const talks = DOMAINS.map((domain) => talk(server, { domain, seed: random.seed(), mark, model, progress }))
  while (progress.acknowledged < calls && server.ended === undefined) await sleep(1)
  await sleep(delay)
  if (server.ended !== undefined) progress.problems.push(`the server ended by itself: ${server.ended}`)
  campaign.during += progress.inFlight
  await server.kill()
  await Promise.all(talks)
  campaign.kills++
  return progress.problems
}

interface Talk {
  readonly domain: Domain
  readonly seed: number
  readonly mark: string
  readonly model: Model
  readonly progress: { acknowledged: number; inFlight: number; readonly problems: string[] }
}

/** One call after the other until the server is gone. */
async function talk(server: Server, { domain, seed, mark, model, progress }: Talk): Promise<void> {
  const script = openScript(domain, seed, mark)
  let last: Output = {}
  while (server.ended === undefined) {
    const step = script.next(last).value
    model.ask(step.before ?? [])
    progress.inFlight++
    const answer = await server.call(step.tool, step.args)
    if (!answer.ok) {
      if (answer.code !== 'server ended') progress.problems.push(`${step.tool}: ${answer.code} ${answer.message}`)
      return
    }
    progress.inFlight--
    progress.acknowledged++
    model.acknowledge(step.after(answer.output))
    last = answer.output
  }
}
