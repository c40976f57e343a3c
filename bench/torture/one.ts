// One run in a process of its own: `one.ts <name> <scale> <seed> <folder>`. Progress on stdout, the result as JSON on descriptor 3.
import { writeSync } from 'node:fs'
import { execute } from './execute.ts'
import { loadRun } from './runs.ts'

const [name = '', scale = '1', seed = '1', base = ''] = process.argv.slice(2)
const run = await loadRun(name)
const stop = new AbortController()
process.once('SIGTERM', () => stop.abort(new Error('stopped')))
process.once('SIGINT', () => stop.abort(new Error('stopped')))
const result = await execute(run, {
  scale: Number(scale),
  seed: Number(seed),
  base,
  report: (line) => console.log(line),
  signal: stop.signal,
})
writeSync(3, JSON.stringify(result))
process.exit(0)
