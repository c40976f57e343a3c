import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { childEnvironment } from '../environment.ts'
import { Random } from '../random.ts'
import { defineRun, type Failure, type RunOrder, type RunOutcome } from '../run.ts'
import { Server } from '../server.ts'
import { DOMAINS, type Domain, openScript } from '../writers/callers.ts'
import { Model } from '../writers/model.ts'
import type { Output } from '../writers/step.ts'
import { makeWorkspace, readWorkspace, workspaceSettings } from '../writers/workspace.ts'

const CLIENTS = 3
const ROUNDS_A_WORKSPACE = 10
const LONGEST_WAIT_MS = 2000
/** How long the last process of a workspace may outlive its last client. */
const GRACE_MS = 20_000

export const run = defineRun('shared-kills', killShared, { full: { rounds: 100 }, expectedSeconds: 250 })

interface Campaign extends RunOrder {
  readonly random: Random
  readonly failures: Failure[]
  readonly figures: { clients: number; shared: number; repeat: number; answered: number; longestMs: number }
}

async function killShared(order: RunOrder): Promise<RunOutcome> {
  const figures = { clients: 0, shared: 0, repeat: 0, answered: 0, longestMs: 0 }
  const campaign: Campaign = { ...order, random: new Random(order.seed), failures: [], figures }
  for (let left = order.counts.rounds!, n = 0; left > 0 && campaign.failures.length < 10; left -= ROUNDS_A_WORKSPACE, n++) {
    const dir = join(order.folder, String(n))
    mkdirSync(dir, { recursive: true })
    makeWorkspace(dir)
    await tortureWorkspace(campaign, dir, Math.min(left, ROUNDS_A_WORKSPACE))
    if (campaign.failures.length === 0) rmSync(dir, { recursive: true, force: true })
    order.report(`${(n + 1) * ROUNDS_A_WORKSPACE} of ${order.counts.rounds} rounds`)
  }
  return {
    figures: {
      'clients killed': figures.clients,
      'shared processes killed': figures.shared,
      'calls answered': figures.answered,
      'writes answered with a conflict': figures.repeat,
      'seconds until nothing ran': Math.round(figures.longestMs / 100) / 10,
    },
    failures: campaign.failures,
  }
}

async function tortureWorkspace(campaign: Campaign, dir: string, rounds: number): Promise<void> {
  const model = new Model()
  for (let round = 0; round < rounds; round++) {
    campaign.signal.throwIfAborted()
    const found = await oneRound(campaign, { dir, model, mark: `r${round}` })
    found.push(...model.check(readWorkspace(dir, 'cache')))
    campaign.failures.push(...found.map((what) => ({ what: `round ${round} in ${dir}: ${what}` })))
    if (found.length > 0) break
  }
  const began = performance.now()
  while (processesOf(dir).length > 0 && performance.now() - began < GRACE_MS) await sleep(100)
  campaign.figures.longestMs = Math.max(campaign.figures.longestMs, performance.now() - began)
  const left = processesOf(dir)
  if (left.length > 0)
    campaign.failures.push({ what: `${dir}: ${left.length} processes ${GRACE_MS / 1000} s after the last client` })
  for (const { pid } of left) process.kill(pid, 'SIGKILL')
}

async function oneRound(
  { random, signal, figures }: Campaign,
  { dir, model, mark }: { readonly dir: string; readonly model: Model; readonly mark: string },
): Promise<string[]> {
  const { NODE_COMPILE_CACHE = '' } = childEnvironment()
  const env = { ...workspaceSettings(dir), NODE_COMPILE_CACHE }
  const servers = await Promise.all(Array.from({ length: CLIENTS }, () => new Server({ env, signal }).open()))
  const talk: Talking = { model, problems: [], answered: 0, conflicts: 0 }
  const talks = servers.map((server, client) =>
    talkUntilEnd(server, { domain: DOMAINS[client % DOMAINS.length]!, seed: random.seed(), mark: `${mark}c${client}`, talk }),
  )
  for (const server of servers) {
    // Sometimes before anything was answered, mostly in the midst of it.
    const enough = talk.answered + random.below(15)
    for (let waited = 0; talk.answered < enough && waited < LONGEST_WAIT_MS; waited += 2) await sleep(2)
    await sleep(random.next() * 10)
    if (random.below(2) === 0) {
      const shared = processesOf(dir).filter(({ command }) => command.includes('--shared-process'))
      for (const { pid } of shared) if (killed(pid)) figures.shared++
      await sleep(random.next() * 300)
    }
    await server.kill()
    figures.clients++
  }
  await Promise.all(talks)
  while (processesOf(dir).some(({ command }) => !command.includes('--shared-process'))) await sleep(5)
  await settled(dir)
  figures.answered += talk.answered
  figures.repeat += talk.conflicts
  return talk.problems
}

interface Talking {
  readonly model: Model
  readonly problems: string[]
  answered: number
  conflicts: number
}

/** One call after the other until the client is killed. A write whose answer was lost may be there or not, and is told as a conflict. */
async function talkUntilEnd(
  server: Server,
  { domain, seed, mark, talk }: { readonly domain: Domain; readonly seed: number; readonly mark: string; readonly talk: Talking },
): Promise<void> {
  for (let script = 0; server.ended === undefined; script++) {
    const steps = openScript(domain, seed + script, `${mark}s${script}`)
    let last: Output = {}
    while (server.ended === undefined) {
      const step = steps.next(last).value
      talk.model.ask(step.before ?? [])
      const answer = await server.call(step.tool, step.args)
      if (!answer.ok) {
        if (answer.code === 'server ended') return
        if (!/ended before it answered/.test(answer.message)) talk.problems.push(`${step.tool}: ${answer.code} ${answer.message}`)
        talk.conflicts++
        break // what it knew of its files is in doubt: another script
      }
      talk.answered++
      talk.model.acknowledge(step.after(answer.output))
      last = answer.output
    }
  }
}

/** The shared process may still be writing what a killed client has asked for. */
async function settled(dir: string): Promise<void> {
  let before = ''
  for (;;) {
    const now = JSON.stringify(readWorkspace(dir, 'cache'))
    if (now === before) return
    before = now
    await sleep(150)
  }
}

function processesOf(dir: string): { readonly pid: number; readonly command: string }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        if (!readFileSync(`/proc/${name}/environ`, 'utf8').includes(`XDG_CACHE_HOME=${join(dir, 'cache')}\0`)) return []
        return [{ pid: Number(name), command: readFileSync(`/proc/${name}/cmdline`, 'utf8') }]
      } catch {
        return [] // it ended
      }
    })
}

function killed(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL')
  } catch {
    return false
  }
}
