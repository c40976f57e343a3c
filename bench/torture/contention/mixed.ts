import { join } from 'node:path'
import { childEnvironment } from '../environment.ts'
import { Random } from '../random.ts'
import { defineRun, type RunOrder, type RunOutcome } from '../run.ts'
import { bundle } from '../writers/bundle.ts'
import { DOMAINS } from '../writers/callers.ts'
import { litterIn, Model } from '../writers/model.ts'
import { boardIndexProblems, workspaceIndexProblems } from '../writers/restart.ts'
import { makeWorkspace, readWorkspace } from '../writers/workspace.ts'
import { WritingProcess } from '../writers/writing-process.ts'

const PROCESSES = 8

export const run = defineRun('mixed-writers', mixWriters, { full: { 'changes of each process': 5000 }, expectedSeconds: 340 })

async function mixWriters({ counts, seed, folder, report, signal }: RunOrder): Promise<RunOutcome> {
  const program = await bundle(join(folder, 'programs'), 'writers/writer.ts')
  const dir = join(folder, 'workspace')
  makeWorkspace(dir)
  const random = new Random(seed)
  const model = new Model()
  const steps = counts['changes of each process']!
  const order = { program, domains: DOMAINS.join(), dir, steps, env: childEnvironment(), model, signal }
  const writers = Array.from(
    { length: PROCESSES },
    (_, at) => new WritingProcess({ ...order, mark: `p${at}`, seed: random.seed() }),
  )
  const progress = setInterval(() => report(`${acknowledged()} of ${PROCESSES * steps} changes`), 20_000)
  const ends = await Promise.all(writers.map((writer) => writer.end()))
  clearInterval(progress)
  const files = readWorkspace(dir)
  const problems = [
    ...ends.flatMap((end) => end ?? []),
    ...model.check(files),
    ...litterIn(files).map((path) => `litter without a kill: ${path}`),
    ...(await boardIndexProblems(dir)),
    ...(await workspaceIndexProblems(dir)),
  ]
  return {
    figures: { processes: PROCESSES, changes: acknowledged(), lost: problems.length },
    failures: problems.map((what) => ({ what })),
  }

  function acknowledged(): number {
    return writers.reduce((sum, writer) => sum + writer.acknowledged, 0)
  }
}
