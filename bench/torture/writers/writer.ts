// A process that writes until it is killed, or so many steps: `writer.js <domain,…> <workspace> <mark> <seed> [steps]`.
// It says what it asks for (`S`) and what was acknowledged (`A`), as facts, one JSON a line.
import { writeSync } from 'node:fs'
import { type Domain, openDomain, openScript } from './callers.ts'
import type { Output } from './step.ts'

const [domains = '', dir = '', mark = '', seed = '0', steps = 'Infinity'] = process.argv.slice(2)
const sources = await Promise.all(
  (domains.split(',') as Domain[]).map(async (domain, at) => ({
    caller: await openDomain(domain, dir), // touches no file yet
    script: openScript(domain, Number(seed) + at, mark),
    last: {} as Output,
  })),
)
tell('R', [])
for (let n = 0; n < Number(steps); n++) {
  const source = sources[n % sources.length]!
  const step = source.script.next(source.last).value
  tell('S', step.before ?? [])
  source.last = await source.caller.call(step)
  tell('A', step.after(source.last))
}
for (const { caller } of sources) await caller.close()

function tell(word: string, facts: unknown): void {
  const line = Buffer.from(`${word} ${JSON.stringify(facts)}\n`)
  for (let at = 0; at < line.length; ) at += writeSync(1, line, at)
}
