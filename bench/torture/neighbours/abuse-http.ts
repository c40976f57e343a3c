import { sufferBadNeighbours } from '../../http/bad-neighbours.ts'
import { defineRun, type RunOrder, type RunOutcome } from '../run.ts'

/** Longer than the time limits of the server (10 s for headers, 30 s for a request), so that a full run sees them act. */
const FULL_SECONDS = 40
const SHORTEST_SECONDS = 5
const MAX_GROWTH_MB = 20

export const run = defineRun('abuse-http', abuseHttp, {
  full: { sessions: 10_000, clients: 200 },
  expectedSeconds: 350,
  cores: 1,
})

async function abuseHttp({ counts, scale }: RunOrder): Promise<RunOutcome> {
  const seconds = Math.max(SHORTEST_SECONDS, Math.round(FULL_SECONDS * Math.min(1, scale)))
  const { sessions = 0, clients: crowd = 0 } = counts
  const { quiet, rows, before, after, slowLeft } = await sufferBadNeighbours({ sessions, crowd, seconds })
  const failed = rows.reduce((sum, row) => sum + row.failures, quiet.failures)
  const growth = mb(after.live - before.live)
  const failures = [
    ...(failed === 0 ? [] : [{ what: `${failed} calls of honest clients failed` }]),
    ...(growth <= MAX_GROWTH_MB ? [] : [{ what: `${growth} MB more live memory than before` }]),
    ...(seconds < FULL_SECONDS || slowLeft === 0 ? [] : [{ what: `${slowLeft} slow clients were never sent away` }]),
  ]
  const figures = {
    sessions,
    'slow clients': crowd,
    'calls of others': rows.reduce((sum, row) => sum + row.calls, 0),
    failed,
    'p99 quiet (ms)': tenths(quiet.p99),
    'p99 worst (ms)': tenths(Math.max(...rows.map((row) => row.p99))),
    'peak memory (MB)': mb(Math.max(...rows.map((row) => row.peak))),
    'live memory more than before (MB)': growth,
  }
  return { figures, failures }
}

function mb(bytes: number): number {
  return tenths(bytes / 1024 / 1024)
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10
}
