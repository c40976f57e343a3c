import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { childEnvironment } from '../environment.ts'
import { Random } from '../random.ts'
import { defineRun, type RunOrder, type RunOutcome } from '../run.ts'
import { bundle } from '../writers/bundle.ts'
import { DOMAINS } from '../writers/callers.ts'
import { Model } from '../writers/model.ts'
import { restart } from '../writers/restart.ts'
import { makeWorkspace, readWorkspace } from '../writers/workspace.ts'
import { WritingProcess } from '../writers/writing-process.ts'
import { DiskImage } from './disk-image.ts'

const WRITERS = 2
const ROUNDS = 8

export const run = defineRun('cut-power', cutPower, { full: { cuts: 400 }, expectedSeconds: 330, cores: 1 })

async function cutPower(order: RunOrder): Promise<RunOutcome> {
  const disk = DiskImage.make(order.folder)
  if (typeof disk === 'string') return { figures: {}, failures: [], skipped: disk }
  try {
    return await cutAgainAndAgain(order, disk)
  } finally {
    disk.unplug()
  }
}

async function cutAgainAndAgain(order: RunOrder, disk: DiskImage): Promise<RunOutcome> {
  const program = await bundle(join(order.folder, 'programs'), 'writers/writer.ts')
  const random = new Random(order.seed)
  const total = order.counts.cuts!
  const failures: { what: string }[] = []
  let [cuts, acknowledged] = [0, 0]
  while (cuts < total && failures.length === 0) {
    const dir = join(disk.mountPoint, 'workspace')
    rmSync(dir, { recursive: true, force: true })
    mkdirSync(dir)
    makeWorkspace(dir)
    disk.flush()
    const model = new Model()
    for (let round = 0; round < ROUNDS && cuts < total && failures.length === 0; round++, cuts++) {
      order.signal.throwIfAborted()
      const found = await cutOnce({ order, disk, program, dir, model, random, mark: `r${round}` })
      failures.push(...found.map((what) => ({ what: `cut ${cuts}: ${what}` })))
    }
    acknowledged += model.size
    order.report(`${cuts} of ${total} cuts`)
  }
  return { figures: { 'power cuts': cuts, 'acknowledged changes checked': acknowledged }, failures }
}

interface Cut {
  readonly order: RunOrder
  readonly disk: DiskImage
  readonly program: string
  readonly dir: string
  readonly model: Model
  readonly random: Random
  readonly mark: string
}

/**
 * Rows are added to this index behind the answers, and a line that was being added when the power went may be on the disk in
 * part. Nobody was told of it, and the next start writes the file anew: after that it must be whole like everything else.
 */
const UNFINISHED_INDEX = /^torn: \.kanban\/cards\.ndjson /

async function cutOnce({ order, disk, program, dir, model, random, mark }: Cut): Promise<string[]> {
  const writers = Array.from({ length: WRITERS }, (_, at) => {
    const seed = random.seed()
    const env = childEnvironment()
    return new WritingProcess({
      program,
      domains: DOMAINS.join(),
      dir,
      mark: `${mark}w${at}`,
      seed,
      model,
      env,
      signal: order.signal,
    })
  })
  await Promise.all(writers.map((writer) => writer.until(1 + random.below(8))))
  await sleep(random.next() * 8)
  // All processes stop in the same moment as the disk: what a dead machine would not have said is not counted as said.
  for (const { child } of writers) child.kill('SIGSTOP')
  disk.cutPower()
  const problems = await Promise.all(writers.map((writer) => writer.kill()))
  disk.unplug()
  disk.plugIn()
  const found = problems.flatMap((problem) => problem ?? [])
  for (const problem of model.check(readWorkspace(dir))) if (!UNFINISHED_INDEX.test(problem)) found.push(problem)
  found.push(...(await restart(dir, DOMAINS)), ...model.check(readWorkspace(dir)))
  disk.flush()
  return found
}
