import { type FileInfo, isHiddenPath, type RelativePath, type Root, type Watch } from '@shoko/core-fs'
import type { LiveFiles } from './live-changes.ts'

/** Tells of changes of what somebody asked for: single files, or everything below a folder. */
export interface FileAnnouncer {
  /** From now on this is announced, in the very words in which it was asked for, when the file changes. */
  watch(uri: string, path: RelativePath): Promise<void>
  close(): Promise<void>
}

interface Watched {
  readonly path: RelativePath
  seen: string
  /** Of a folder: until then, changes are gathered. */
  quiet?: NodeJS.Timeout | undefined
  isDue?: boolean
}

/** Short: the first change is told at once, what an editor does in several steps is told as one or two. */
const DEBOUNCE_MS = 10
/** A folder in which much happens is announced this often. */
const FOLDER_MS = 300
/** Where the system does not tell, the files that are watched are looked at. */
const POLL_MS = 800
const MOST_WATCHED = 10_000
const FOLDER = 'dir'

/** Watches nothing before the first file is asked for. A file that is what it was is not announced again, whoever touched it. */
export function createFileAnnouncer(files: LiveFiles & Pick<Root, 'find'>, publish: (uri: string) => void): FileAnnouncer {
  const watched = new Map<string, Watched>()
  let started: { readonly watch: Watch; readonly end: () => void } | undefined

  const stateNow = async (path: RelativePath) => stateOf(await files.find(path).catch(() => undefined))

  async function look(uri: string, entry: Watched): Promise<void> {
    const now = await stateNow(entry.path)
    if (now === entry.seen) return
    entry.seen = now
    publish(uri)
  }

  function tellOfFolder(uri: string, entry: Watched): void {
    entry.isDue = entry.quiet !== undefined
    if (entry.isDue) return
    publish(uri)
    entry.quiet = setTimeout(() => {
      entry.quiet = undefined
      if (entry.isDue === true && watched.get(uri) === entry) tellOfFolder(uri, entry)
    }, FOLDER_MS).unref()
  }

  /** A folder that was renamed or removed stands for what was in it. */
  function changed(all: readonly RelativePath[]): void {
    const paths = all.filter((path) => !isHiddenPath(path))
    for (const [uri, entry] of watched) {
      const isBelow = (path: string) => entry.path === '' || path.startsWith(`${entry.path}/`)
      if (entry.seen === FOLDER && paths.some(isBelow)) tellOfFolder(uri, entry)
      else if (paths.some((path) => path === entry.path || entry.path.startsWith(`${path}/`))) void look(uri, entry)
    }
  }

  function lookAtAll(): void {
    for (const [uri, entry] of watched) {
      if (entry.seen === FOLDER) tellOfFolder(uri, entry)
      else void look(uri, entry)
    }
  }

  function start(): { readonly watch: Watch; readonly end: () => void } {
    const stop = files.onOwnWrite((path) => changed([path]))
    const watch = files.watch({
      debounceMs: DEBOUNCE_MS,
      onChange: ({ paths, overflow }) => (overflow ? lookAtAll() : changed(paths)),
    })
    const poll = setInterval(() => {
      if (watch.trusted) return
      for (const [uri, entry] of watched) if (entry.seen !== FOLDER) void look(uri, entry)
    }, POLL_MS).unref()
    const end = () => {
      stop()
      clearInterval(poll)
    }
    return { watch, end }
  }

  return {
    async watch(uri, path) {
      started ??= start()
      await started.watch.ready
      watched.delete(uri)
      watched.set(uri, { path, seen: await stateNow(path) })
      if (watched.size > MOST_WATCHED) watched.delete(watched.keys().next().value!)
    },
    async close() {
      started?.end()
      watched.clear()
      await started?.watch.close()
    },
  }
}

function stateOf(info: FileInfo | undefined): string {
  if (info === undefined) return 'gone'
  return info.kind === 'dir' ? FOLDER : `${info.size} ${info.mtimeMs} ${info.ctimeMs}`
}
