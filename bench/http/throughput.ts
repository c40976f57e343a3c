import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Call, type Figures, load, median } from './load.ts'
import { type Started, startEcho, startShoko } from './servers.ts'

/**
 * Calls a second and their times, beside an echo server on the same SDK in the same run; the two take turns, so that a slow
 * moment of the machine meets both. `node --conditions=shoko-source bench/http/throughput.ts [rounds] [seconds]`
 */
const rounds = Number(process.argv[2] ?? 5)
const ms = Number(process.argv[3] ?? 3) * 1000
const [echo, shoko] = await Promise.all([startEcho(), startShoko()])
const text = readFileSync(join(shoko.workspace.path, 'vault/README.md'), 'utf8')
const subjects: readonly { readonly name: string; readonly server: Started; readonly call: Call }[] = [
  { name: 'echo', server: echo, call: { name: 'echo', args: { text } } },
  { name: 'vault_read', server: shoko, call: { name: 'vault_read', args: { path: 'README.md', full: true } } },
  { name: 'manual_find', server: shoko, call: { name: 'manual_find', args: { query: '返金の手順' } } },
]
type Row = Figures & { readonly processorMs: number }
const measured = new Map<string, Row[]>()
for (const { server, call } of subjects) await load(server.url, { clients: 8, ms: 2000, call })
for (const clients of [1, 32, 256]) {
  for (let round = 0; round < rounds; round++) for (const subject of subjects) await measure(subject, clients)
  for (const { name } of subjects) print(name, clients)
}
echo.stop()
shoko.stop()

async function measure({ name, server, call }: (typeof subjects)[number], clients: number): Promise<void> {
  const before = server.processor()
  const figures = await load(server.url, { clients, ms, call })
  const row = { ...figures, processorMs: (server.processor() - before) / (figures.perSecond * (ms / 1000)) }
  measured.set(`${name} ${clients}`, [...(measured.get(`${name} ${clients}`) ?? []), row])
}

function print(name: string, clients: number): void {
  const rows = measured.get(`${name} ${clients}`) ?? []
  const base = measured.get(`echo ${clients}`) ?? []
  const middle = (key: keyof Row) => median(rows.map((row) => row[key]))
  const ratio = median(rows.map((row, round) => row.perSecond / (base[round]?.perSecond ?? Number.NaN)))
  const processor = median(rows.map((row, round) => (base[round]?.processorMs ?? Number.NaN) / row.processorMs))
  const failures = rows.reduce((sum, row) => sum + row.failures, 0)
  const columns = [
    `${String(clients).padStart(3)} clients  ${name.padEnd(12)} ${middle('perSecond').toFixed(0).padStart(6)}/s`,
    `p50 ${middle('p50').toFixed(2).padStart(7)} ms`,
    `p99 ${middle('p99').toFixed(2).padStart(7)} ms`,
    `${middle('processorMs').toFixed(3)} ms of processor a call`,
    `ratio ${ratio.toFixed(2)} (by processor time ${processor.toFixed(2)})`,
  ]
  console.log(columns.join('  ') + (failures > 0 ? `  ${failures} FAILED` : ''))
}
