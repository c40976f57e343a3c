import { setTimeout as sleep } from 'node:timers/promises'
import { childEnvironment } from '../environment.ts'
import { defineRun, type RunOrder, type RunOutcome } from '../run.ts'
import { openAlone, type Server } from '../server.ts'
import { DOMAINS, type Domain, openScript } from '../writers/callers.ts'
import type { Model } from '../writers/model.ts'
import type { Output } from '../writers/step.ts'
import { workspaceSettings } from '../writers/workspace.ts'
import { type Campaign, killInLanes, type Target } from './campaign.ts'

export const run = defineRun('kill-server', killServers, { full: { kills: 1000 }, expectedSeconds: 360 })

async function killServers(order: RunOrder): Promise<RunOutcome> {
  const plan = { rounds: 10, domainsOf: () => DOMAINS, reportEvery: 1, strike: killOne }
  const { kills, during, acknowledged, failures } = await killInLanes(order, plan)
  return { figures: { kills, 'calls in flight': during, 'acknowledged changes checked': acknowledged }, failures }
}

async function killOne(campaign: Campaign, { dir, mark, model, random }: Target): Promise<string[]> {
  campaign.left--
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
