import { setTimeout as sleep } from 'node:timers/promises'
import type { ToolAnswer } from '../torture/server.ts'
import { connectTeam, NoAnswer } from './client.ts'
import type { Cluster } from './cluster.ts'

export interface CounterFigures {
  readonly acknowledged: number
  readonly lost: number
  readonly doubled: number
  /** Calls that were answered with "try again", or not at all. */
  readonly refused: number
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  /** The longest time in which no change was acknowledged. */
  readonly longestGapMs: number
  readonly problems: readonly string[]
}

const NOTE = 'shared.md'
const ATTEMPTS = 600

/**
 * Writers that each raise a number of their own in one shared note, through the balancer. Each knows what was acknowledged: a
 * smaller number later is a lost change, one larger than was ever asked for a doubled one.
 */
export async function raiseCounters(
  cluster: Cluster,
  options: {
    readonly writers: number
    readonly until: () => boolean
    /** How long a writer waits for an answer before it looks what became of its call, and goes on. */
    readonly patienceMs?: number
    readonly onAcknowledged?: () => void
  },
): Promise<CounterFigures> {
  const setup = connectTeam(cluster.balancer.origin)
  const names = Array.from({ length: options.writers }, (_, at) => `w${at}`)
  await makeNote(setup, names.map((name) => `${name}: 0;\n`).join(''))
  const times: number[] = []
  const problems: string[] = []
  const tally = { acknowledged: 0, lost: 0, doubled: 0, refused: 0, last: performance.now(), gap: 0 }
  const started = performance.now()
  await Promise.all(names.map(write))
  const seconds = (performance.now() - started) / 1000
  setup.close()
  times.sort((a, b) => a - b)
  const at = (share: number) => Math.round((times[Math.floor(times.length * share)] ?? Number.NaN) * 100) / 100
  const { acknowledged, lost, doubled, refused, gap } = tally
  const perSecond = Math.round(acknowledged / seconds)
  return { acknowledged, lost, doubled, refused, perSecond, p50: at(0.5), p99: at(0.99), longestGapMs: Math.round(gap), problems }

  async function write(name: string): Promise<void> {
    const client = connectTeam(cluster.balancer.origin, { timeoutMs: options.patienceMs })
    let value = 0
    while (!options.until()) {
      const begun = performance.now()
      const args = { path: NOTE, find: `${name}: ${value};`, replace: `${name}: ${value + 1};` }
      const answer = await client.call('vault_replace', args).catch(noAnswer)
      if (answer?.ok && answer.output['replacements'] === 1) {
        times.push(performance.now() - begun)
        tally.acknowledged++
        tally.gap = Math.max(tally.gap, performance.now() - tally.last)
        tally.last = performance.now()
        options.onAcknowledged?.()
        value++
        continue
      }
      if (answer !== undefined && !answer.ok && answer.code !== 'conflict') problems.push(`${answer.code} ${answer.message}`)
      tally.refused++
      const seen = await look(client, name)
      if (seen < value) tally.lost += value - seen
      if (seen > value + 1) tally.doubled += seen - value - 1
      value = seen
    }
    const end = await look(client, name)
    if (end < value) tally.lost += value - end
    if (end > value) tally.doubled += end - value
    client.close()
  }
}

/** What happens to the servers may happen already; but once the note is made, nobody may say that it is not there. */
async function makeNote(client: ReturnType<typeof connectTeam>, content: string): Promise<void> {
  let isMade = false
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const made: ToolAnswer | undefined = isMade
      ? undefined
      : await client.call('vault_create', { path: NOTE, content: 'x' }).catch(noAnswer)
    isMade ||= made !== undefined && (made.ok || made.message.includes('already exists'))
    const begun = isMade
      ? await client.call('vault_write', { path: NOTE, content, mode: 'overwrite' }).catch(noAnswer)
      : undefined
    if (begun?.ok) return
    if (begun?.message.includes('does not exist')) throw new Error('the note was made, and is not there')
    await sleep(50)
  }
  throw new Error('the note cannot be made')
}

async function look(client: ReturnType<typeof connectTeam>, name: string): Promise<number> {
  let last = ''
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const answer = await client.call('vault_read', { path: NOTE, full: true }).catch(noAnswer)
    const found = answer?.ok ? new RegExp(`^${name}: (\\d+);$`, 'm').exec(String(answer.output['text'])) : undefined
    if (found) return Number(found[1])
    last = answer === undefined ? 'no answer' : answer.ok ? String(answer.output['text']) : `${answer.code} ${answer.message}`
    await sleep(50)
  }
  throw new Error(`${name} cannot be read: ${last}`)
}

function noAnswer(error: unknown): undefined {
  if (!(error instanceof NoAnswer)) throw error
  return undefined
}
