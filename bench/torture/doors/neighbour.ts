import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { percentiles } from '../../http/load.ts'
import { startShoko } from '../../http/servers.ts'
import { defineRun, type RunOrder, type RunOutcome } from '../run.ts'
import type { AttackOrder } from './attacker.ts'
import { type Caller, createCaller } from './caller.ts'
import { startIssuer } from './issuer.ts'

const MOST_TIMES_SLOWER = 3
/** The slowest hundredth of fewer calls is a handful: one collection of garbage more or less decides. */
const LEAST_CALLS_JUDGED = 5000
/** Percentiles of fast calls jump by the timer of the system; under this nobody waits. */
const LEAST_BOUND_MS = 15
const PAUSE_MS = 2
/** A round is a while of quiet and a while beside the other, so that a slow minute of the machine is in both. */
const QUIET_SECONDS = 1
const BESIDE_SECONDS = 1.5

export const run = defineRun('doors-neighbour', sufferNeighbour, { full: { rounds: 60 }, expectedSeconds: 170 })

async function sufferNeighbour({ counts, signal, report }: RunOrder): Promise<RunOutcome> {
  const issuer = await startIssuer()
  // Without the limit of messages a minute: with it the other would soon be refused, and this would be no test of anything else.
  const server = await startShoko({ OAUTH_ISSUER: issuer.url, OAUTH_AUDIENCE: 'shoko', HTTP_RATE_LIMIT: 'off' })
  const mio = createCaller(server.url, issuer.tokenOf('mio'))
  const ana = await startAttacker({ url: server.url, token: issuer.tokenOf('ana') })
  try {
    // What is used for the first time is loaded and compiled, whoever uses it.
    await callFor(mio, 1, signal)
    await ana.during(() => callFor(mio, 1, signal))
    const before = (await server.collected()).live
    const [quiet, beside] = [createCalls(), createCalls()]
    for (let round = 0; round < Math.max(6, counts.rounds ?? 0) && !signal.aborted; round++) {
      quiet.add(await callFor(mio, QUIET_SECONDS, signal))
      await ana.during(async () => beside.add(await callFor(mio, BESIDE_SECONDS, signal)))
      if (round % 10 === 9) report(`${round + 1} rounds, p99 ${tenths(quiet.p99())} quiet, ${tenths(beside.p99())} ms beside`)
    }
    const resident = Math.round(server.resident() / 1024 / 1024)
    const left = Math.round(((await server.collected()).live - before) / 1024 / 1024)
    return {
      figures: {
        'calls quiet': quiet.times.length,
        'calls beside': beside.times.length,
        failed: quiet.failed() + beside.failed(),
        'requests of the other': ana.sent(),
        'p99 quiet (ms)': tenths(quiet.p99()),
        'p99 beside (ms)': tenths(beside.p99()),
        'p50 quiet (ms)': tenths(quiet.p50()),
        'p50 beside (ms)': tenths(beside.p50()),
        'resident memory (MB)': resident,
        'live memory more (MB)': left,
      },
      failures: failuresOf(quiet, beside),
    }
  } finally {
    mio.close()
    ana.stop()
    server.stop()
    issuer.stop()
  }
}

function failuresOf(quiet: Calls, beside: Calls): RunOutcome['failures'] {
  const failed = quiet.failed() + beside.failed()
  const bound = Math.max(LEAST_BOUND_MS, MOST_TIMES_SLOWER * quiet.p99())
  return [
    ...(failed === 0 ? [] : [{ what: `${failed} calls were not answered` }]),
    ...(beside.times.length < LEAST_CALLS_JUDGED || beside.p99() <= bound
      ? []
      : [{ what: `p99 is ${tenths(beside.p99())} ms beside, ${tenths(quiet.p99())} ms quiet` }]),
  ]
}

/** The other principal, which works only while it is told to. */
async function startAttacker(order: AttackOrder) {
  const child: ChildProcess = fork(new URL('attacker.ts', import.meta.url), { execArgv: process.execArgv })
  let sent = 0
  child.send(order)
  await once(child, 'message')
  return {
    sent: () => sent,
    async during(work: () => Promise<unknown>): Promise<void> {
      child.send('begin')
      await work()
      const rested = once(child, 'message')
      child.send('rest')
      sent += Number((await rested)[0])
      await sleep(100) // what it left behind is not the quiet's
    },
    stop: () => void child.kill(),
  }
}

type Calls = ReturnType<typeof createCalls>

function createCalls() {
  const times: number[] = []
  let failed = 0
  return {
    times,
    failed: () => failed,
    p50: () => percentiles(times).p50,
    p99: () => percentiles(times).p99,
    add(more: { readonly times: readonly number[]; readonly failed: number }) {
      times.push(...more.times)
      failed += more.failed
    },
  }
}

/** Calls as a busy agent makes them, one after the other; each one's time. */
async function callFor(caller: Caller, seconds: number, signal: AbortSignal) {
  const times: number[] = []
  let failed = 0
  const until = performance.now() + seconds * 1000
  while (performance.now() < until && !signal.aborted) {
    const at = performance.now()
    if (await caller.call('vault_read', { path: 'README.md', full: true })) times.push(performance.now() - at)
    else failed++
    await sleep(PAUSE_MS)
  }
  return { times, failed }
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10
}
