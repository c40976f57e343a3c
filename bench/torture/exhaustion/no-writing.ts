import { chmodSync, chownSync, cpSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fixtures, tour } from '@shoko/testkit'
import { defineRun, type Failure, type RunOrder, type RunOutcome } from '../run.ts'
import { Server, type ToolAnswer } from '../server.ts'
import { lockDisk, mountDisk, unmountDisk } from './small-disk.ts'

const NOBODY = 65_534
const DENIED = ['forbidden', 'permission-denied', 'FILESYSTEM_ERROR']
/** What a tool needs that an earlier, refused call should have made. */
const MISSING = [
  'not_found',
  'not-found',
  'FILE_NOT_FOUND',
  'invalid_parameter',
  'invalid-argument',
  'INVALID_ARGUMENT',
  'conflict',
  'INDEX_ERROR',
]

export const run = defineRun('closed-folders', closeFolders, { full: { tours: 4 }, expectedSeconds: 15, cores: 1 })

async function closeFolders(order: RunOrder): Promise<RunOutcome> {
  const disk = join(order.folder, 'disk')
  const skipped = mountDisk(disk, '64m')
  if (skipped !== undefined || process.getuid?.() !== 0)
    return { figures: {}, failures: [], skipped: skipped ?? 'needs the rights of root' }
  const failures: Failure[] = []
  const figures = { calls: 0, answered: 0, denied: 0 }
  const take = (where: string, name: string, answer: ToolAnswer) => {
    figures.calls++
    if (answer.ok) figures.answered++
    else if (DENIED.includes(answer.code)) figures.denied++
    else if (!MISSING.includes(answer.code)) failures.push({ what: `${where}: ${name}: ${answer.code}: ${answer.message}` })
  }
  try {
    cpSync(join(fixtures, 'workspace'), join(disk, 'workspace'), { recursive: true })
    for (const folder of ['vault/daily', 'manuals/hoken-tetsuzuki', '.kanban/doing', 'vibe/kura-app/tasks'])
      lockAway(join(disk, 'workspace', folder))
    for (let round = 0; round < order.counts.tours!; round++) {
      order.signal.throwIfAborted()
      const asNobody = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups']
      await travel(order, {
        dir: join(disk, 'workspace'),
        wrapper: asNobody,
        take: (name, answer) => take('unreadable folders', name, answer),
        failures,
      })
    }
    lockDisk(disk)
    for (let round = 0; round < order.counts.tours!; round++)
      await travel(order, {
        dir: join(disk, 'workspace'),
        wrapper: [],
        take: (name, answer) => take('read-only disk', name, answer),
        failures,
      })
    return { figures, failures }
  } finally {
    unmountDisk(disk)
  }
}

/** Closed to everybody but root; one file in an open folder too. */
function lockAway(folder: string): void {
  const [first] = readdirSync(folder)
  if (first !== undefined) chmodSync(join(folder, first), 0)
  chownSync(folder, 0, 0)
  chmodSync(folder, 0o700)
}

interface Journey {
  readonly dir: string
  readonly wrapper: readonly string[]
  readonly take: (name: string, answer: ToolAnswer) => void
  readonly failures: Failure[]
}

async function travel(order: RunOrder, { dir, wrapper, take, failures }: Journey): Promise<void> {
  const env = {
    WORKSPACE_ROOT: dir,
    VIBE_ROOT: join(dir, 'vibe'),
    VIBE_DB: join(dir, 'index', 'index.db'),
    XDG_CACHE_HOME: join(dir, 'cache'),
    HOME: dir, // another user's settings could not be read
  }
  const server = await new Server({ env, wrapper, cwd: '/', signal: order.signal }).open()
  const earlier = new Map<string, Record<string, unknown>>()
  for (const { tool, args } of tour) {
    const answer = await server.call(tool, typeof args === 'function' ? args(earlier) : args)
    if (answer.ok) earlier.set(tool, answer.output)
    take(tool, answer)
  }
  if (!earlier.has('vault_ls') || !earlier.has('kanban_list') || !earlier.has('manual_find'))
    failures.push({ what: `reading stopped: only ${[...earlier.keys()].join()} answered` })
  if (server.ended !== undefined) failures.push({ what: server.ended })
  await server.close()
}
