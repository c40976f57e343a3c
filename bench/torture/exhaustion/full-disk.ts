import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openRoot } from '@shoko/core-fs'
import { Random } from '../random.ts'
import { defineRun, type Failure, type RunOrder, type RunOutcome } from '../run.ts'
import { Server } from '../server.ts'
import { mountDisk, unmountDisk } from './small-disk.ts'

export const run = defineRun('full-disk', fillDisk, { full: { writes: 3_000 }, expectedSeconds: 10, cores: 1 })

interface Fill {
  readonly disk: string
  readonly server: Server
  readonly random: Random
  readonly failures: Failure[]
  /** What was acknowledged, by note. */
  readonly notes: Map<string, string>
  refused: number
}

async function fillDisk(order: RunOrder): Promise<RunOutcome> {
  const disk = join(order.folder, 'disk')
  const skipped = mountDisk(disk, '2m')
  if (skipped !== undefined) return { figures: {}, failures: [], skipped }
  try {
    for (const folder of ['vault', '.kanban', 'vibe/p']) mkdirSync(join(disk, folder), { recursive: true })
    const env = { WORKSPACE_ROOT: disk, VIBE_ROOT: join(disk, 'vibe'), XDG_CACHE_HOME: join(disk, 'cache') }
    // Alone: a process that others could share still saves what it knows when this client has gone.
    const server = await new Server({ alone: true, env, cwd: disk, signal: order.signal }).open()
    const fill: Fill = { disk, server, random: new Random(order.seed), failures: [], notes: new Map(), refused: 0 }
    for (let write = 0; write < order.counts.writes! && fill.failures.length < 10; write++) {
      order.signal.throwIfAborted()
      await writeSomething(fill, write)
      if (write % 100 === 99) await makeRoom(fill)
    }
    await server.close()
    const root = openRoot(disk)
    const { temporaryFiles } = await root.survey()
    root.close()
    fill.failures.push(...temporaryFiles.map((path) => ({ what: `litter: ${path}` })))
    return {
      figures: { writes: order.counts.writes!, 'refused for want of room': fill.refused, 'texts compared': fill.notes.size },
      failures: fill.failures,
    }
  } finally {
    unmountDisk(disk)
  }
}

/** Of any family, and of any size up to a tenth of the disk. */
async function writeSomething(fill: Fill, write: number): Promise<void> {
  const { random, server } = fill
  const content = `${write} ${'x'.repeat(random.below(200_000))}\n`
  const kind = random.below(4)
  if (kind === 0) return check(fill, await server.call('kanban_new', { board: '.', title: `card ${write}`, body: content }))
  if (kind === 1)
    return check(
      fill,
      await server.call('create_task', {
        project: 'p',
        title: `task ${write}`,
        objective: content,
        steps: ['a'],
        acceptance_criteria: ['b'],
      }),
    )
  const path = `n${random.below(20)}.md`
  const known = fill.notes.get(path)
  const answer =
    known === undefined
      ? await server.call('vault_create', { path, content })
      : await server.call('vault_write', { path, content, mode: 'overwrite' })
  if (answer.ok) fill.notes.set(path, content)
  check(fill, answer)
  compare(fill, path)
}

function check(fill: Fill, answer: Awaited<ReturnType<Server['call']>>): void {
  if (answer.ok) return
  fill.refused++
  const honest = /disk full|no room/.test(answer.message) && ['internal', 'FILESYSTEM_ERROR'].includes(answer.code)
  if (!honest) fill.failures.push({ what: `not the answer of a full disk: ${answer.code}: ${answer.message}` })
}

function compare({ disk, notes, failures }: Fill, path: string): void {
  const wanted = notes.get(path)
  if (wanted !== undefined && readFileSync(join(disk, 'vault', path), 'utf8') !== wanted)
    failures.push({ what: `${path} is not what was acknowledged` })
}

/** Somebody tidies up; the next write must go through. */
async function makeRoom(fill: Fill): Promise<void> {
  for (const path of fill.notes.keys()) compare(fill, path)
  rmSync(join(fill.disk, '.kanban'), { recursive: true })
  rmSync(join(fill.disk, 'vibe/p/tasks'), { recursive: true, force: true })
  mkdirSync(join(fill.disk, '.kanban'))
  for (const path of [...fill.notes.keys()].slice(0, 10)) {
    writeFileSync(join(fill.disk, 'vault', path), 'small\n')
    fill.notes.set(path, 'small\n')
  }
  const answer = await fill.server.call('vault_write', {
    path: [...fill.notes.keys()][0] ?? 'n0.md',
    content: 'room\n',
    mode: 'append',
  })
  const [first] = fill.notes.keys()
  if (answer.ok && first !== undefined) fill.notes.set(first, 'small\nroom\n')
  else if (fill.notes.size > 0) fill.failures.push({ what: `no room after tidying up: ${JSON.stringify(answer)}` })
}
