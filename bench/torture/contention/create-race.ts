import { join } from 'node:path'
import { runProgram } from '../processes.ts'
import { defineRun, type RunOrder, type RunOutcome } from '../run.ts'
import { bundle } from '../writers/bundle.ts'
import { litterIn } from '../writers/model.ts'
import { makeWorkspace, readWorkspace } from '../writers/workspace.ts'

const PROCESSES = 8

export const run = defineRun('create-race', raceToCreate, { full: { names: 10_000 }, expectedSeconds: 70 })

async function raceToCreate({ counts, folder, signal }: RunOrder): Promise<RunOutcome> {
  const program = await bundle(join(folder, 'programs'), 'contention/racing.ts')
  const dir = join(folder, 'workspace')
  makeWorkspace(dir)
  const names = counts.names!
  const outputs = await Promise.all(Array.from({ length: PROCESSES }, () => runProgram([program, dir, String(names)], signal)))
  const won = outputs.map((output) => JSON.parse(output) as number[])
  const winners = won.reduce((sum, list) => sum + list.length, 0)
  const files = readWorkspace(dir)
  const made = files.filter(({ path, text }) => path.startsWith('vault/race/') && /^\d+$/.test(text)).length
  const problems = [
    ...(winners === names && new Set(won.flat()).size === names ? [] : [`${winners} winners of ${names} names`]),
    ...(made === names ? [] : [`${made} whole files of ${names}`]),
    ...litterIn(files).map((path) => `litter without a kill: ${path}`),
  ]
  return { figures: { processes: PROCESSES, names, winners }, failures: problems.map((what) => ({ what })) }
}
