import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runProgram } from '../processes.ts'
import { defineRun, type RunOrder, type RunOutcome } from '../run.ts'
import { bundle } from '../writers/bundle.ts'
import { makeWorkspace } from '../writers/workspace.ts'

const PROCESSES = 8

export const run = defineRun('lost-update', loseUpdates, { full: { 'changes of each process': 5000 }, expectedSeconds: 140 })

async function loseUpdates({ counts, folder, signal }: RunOrder): Promise<RunOutcome> {
  const program = await bundle(join(folder, 'programs'), 'contention/counting.ts')
  const times = counts['changes of each process']!
  const names = Array.from({ length: PROCESSES }, (_, n) => `process-${n}`)
  makeWorkspace(folder)
  const note = join(folder, 'vault', 'shared.md')
  writeFileSync(note, names.map((name) => `${name}: 0;\n`).join(''))
  const missed = await Promise.all(names.map((name) => runProgram([program, folder, name, String(times)], signal)))
  const text = readFileSync(note, 'utf8')
  const wrong = names.filter((name) => !text.includes(`${name}: ${times};\n`))
  const lost = missed.reduce((sum, count) => sum + Number(count), 0)
  const failures = [
    ...(lost === 0 ? [] : [{ what: `${lost} changes were overwritten` }]),
    ...wrong.map((name) => ({ what: `the last number of ${name} is wrong: ${text}` })),
  ]
  return { figures: { processes: PROCESSES, changes: PROCESSES * times, lost }, failures }
}
