import { sufferBadNeighbours } from './bad-neighbours.ts'

/**
 * What bad neighbours cost the others: sessions that are opened and abandoned, clients that never read, clients that send a byte a
 * second. `node --conditions=shoko-source bench/http/abuse.ts [sessions] [clients]`
 */
const [sessions, crowd] = [Number(process.argv[2] ?? 10_000), Number(process.argv[3] ?? 200)]
const { quiet, rows, before, after, slowLeft } = await sufferBadNeighbours({ sessions, crowd, seconds: 40 })
console.log(`${slowLeft} of ${crowd} slow clients were still connected after 40 s`)
console.log(`quiet                     p99 ${quiet.p99.toFixed(1)} ms`)
for (const row of rows)
  console.log(
    `${row.name.padEnd(25)} p99 ${row.p99.toFixed(1)} ms  ratio ${(row.p99 / quiet.p99).toFixed(2)}  failed ${row.failures} of ${row.calls}  peak ${mb(row.peak)} MB`,
  )
for (const [name, from, to] of [
  ['live memory', before.live, after.live],
  ['resident memory', before.rss, after.rss],
] as const)
  console.log(`${name.padEnd(25)} ${mb(from)} MB before, ${mb(to)} MB after (${mb(to - from)} MB)`)

function mb(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(1)
}
