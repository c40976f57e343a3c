// Several servers on one PostgreSQL, with the oracles of bench/torture: `node --conditions=shoko-source bench/team/main.ts [--scale 0.1] [--only name,…]`.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runs } from './runs.ts'

const { values } = parseArgs({
  options: { scale: { type: 'string', default: '1' }, only: { type: 'string' }, seed: { type: 'string', default: '1' } },
})
const wanted = values.only?.split(',') ?? Object.keys(runs)
let failed = 0
for (const name of wanted) {
  const run = runs[name]
  if (run === undefined) throw new Error(`no run ${name}; there are ${Object.keys(runs).join(', ')}`)
  const folder = mkdtempSync(join(tmpdir(), `shoko-team-${name}-`))
  const started = performance.now()
  const report = (line: string) => console.log(`  ${name}: ${line}`)
  const { figures, problems } = await run({ scale: Number(values.scale), seed: Number(values.seed), folder, report })
  const shown = Object.entries(figures).map(([what, figure]) => `${what} ${figure}`)
  console.log(
    `${problems.length === 0 ? 'ok  ' : 'FAIL'} ${name} (${Math.round((performance.now() - started) / 1000)} s): ${shown.join(', ')}`,
  )
  for (const problem of problems.slice(0, 5)) console.log(`     ${problem}`)
  if (problems.length === 0) rmSync(folder, { recursive: true, force: true })
  failed += problems.length
}
process.exit(failed === 0 ? 0 : 1)
