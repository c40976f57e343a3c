import path from 'node:path'
import type { FSWatcher } from 'chokidar'
import { errnoOf } from '../fs-error.ts'
import { realPathOf } from '../local-file.ts'
import type { RelativePath } from '../relative-path.ts'
import type { Watcher, WatchTask } from './watch-task.ts'

/** For systems whose own events lack names or order; chokidar knows their ways, at the price of listing directories often. */
export async function watchWithChokidar(task: WatchTask): Promise<Watcher> {
  const { watch } = await import('chokidar') // costs memory, so only those who use it have it
  // A link is taken for a file, so a root that is a link is given by its target.
  const base = realPathOf(task.root.absolutePath)
  const watcher = watch(
    task.dirs.map((dir) => path.join(base, dir)),
    {
      persistent: false,
      ignoreInitial: true,
      followSymlinks: false,
      // Files are left to the events of their directory: chokidar's own compare times too coarse for quick saves.
      ignored: (place, stats) => (stats !== undefined && !stats.isDirectory()) || isSkippedPlace(task, relative(base, place)),
    },
  )
  await new Promise<void>((resolve) => {
    task.signal.addEventListener('abort', () => resolve(), { once: true })
    listen(watcher, { task, base, ready: resolve })
  })
  return watcher
}

interface Hearing {
  readonly task: WatchTask
  readonly base: string
  readonly ready: () => void
}

function listen(watcher: FSWatcher, { task, base, ready }: Hearing): void {
  let isReady = false
  watcher.on('ready', () => {
    isReady = true
    ready()
  })
  watcher.on('raw', (_event, name, details) => {
    const watched = typeof details === 'object' && details !== null && 'watchedPath' in details ? details.watchedPath : undefined
    if (typeof name !== 'string' || typeof watched !== 'string') return task.lost()
    const changed = relative(base, path.join(watched, name))
    if (changed !== undefined) task.changed(changed)
  })
  watcher.on('addDir', (place) => {
    const dir = relative(base, place)
    if (isReady && dir !== undefined) void tellNewDirectory(task, dir)
  })
  watcher.on('unlinkDir', () => task.lost()) // its files went with it, unnamed
  watcher.on('error', (error) => {
    if (['EACCES', 'EPERM', 'ENOENT'].includes(errnoOf(error) ?? '')) return // closed to us or gone: not readable either
    task.complete(false)
    task.lost()
    ready()
  })
}

/** What was put into a new directory before it was watched has had no event of its own. */
async function tellNewDirectory(task: WatchTask, dir: RelativePath): Promise<void> {
  task.changed(dir)
  try {
    for (const file of await task.root.walk({ dir, hidden: true, skip: (inside) => task.isSkipped(inside) }))
      task.changed(file.path)
  } catch {
    task.lost()
  }
}

function isSkippedPlace(task: WatchTask, candidate: RelativePath | undefined): boolean {
  return candidate !== undefined && task.isSkipped(candidate)
}

/** Undefined outside the base: a missing folder is waited for in its parents. */
function relative(base: string, place: string): RelativePath | undefined {
  const segments = path.relative(base, place).split(path.sep)
  return segments[0] === '..' ? undefined : (segments.join('/') as RelativePath) // a place below the base
}
