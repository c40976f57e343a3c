import { type Clock, DomainError, type Logger, plainCall } from '@shoko/contract'
import { nameOf, type RelativePath, type Root, type WalkedFile } from '@shoko/core-fs'
import { type SharedWatch, TreeFollower } from '@shoko/follow'
import { ulidOfFileName } from '../rules/card-id.ts'
import type { CardEntries, CardEntry } from './card-entries.ts'
import { type CardReader, isGone } from './card-reader.ts'
import { columnPath, isCardName, isMarkdownName } from './paths.ts'

export interface ColumnOptions {
  readonly column: string
  readonly root: Root
  readonly watch: SharedWatch
  readonly entries: CardEntries
  readonly reader: CardReader
  readonly clock: Clock
  readonly logger: Logger
  /** A file was there and is not any more, or was listed and gone before it was read: the id of its card. */
  readonly onGone: (id: string) => void
}

// A column is small, so without a watcher each call looks at all of it: an edit by hand is seen by the next call.
const UNTRUSTED_MS = 0
// Some file systems (network, containers) change files without telling: every so often the files themselves are asked.
const TRUSTED_MS = 2_000
// A new folder is watched a moment after it appeared, and what came into it meanwhile has no event.
const NEW_FOLDER_MS = 1_000
// Starting a watcher costs more than many looks: only for a big column that is looked at again and again.
const WORTH_WATCHING = 300
const LOOKS_BEFORE_WATCHING = 4

/** Keeps the cards of one column current. */
export class ColumnFollower {
  readonly #options: ColumnOptions
  readonly #follower: TreeFollower<CardEntry | undefined>
  #hearOwnWrite: (path: RelativePath) => void = () => {}
  #distrustedUntil = 0
  #looks = 0

  constructor(options: ColumnOptions) {
    const { column, root, watch, entries, reader, clock, logger } = options
    this.#options = options
    this.#follower = new TreeFollower(
      {
        files: {
          walk: ({ dir } = {}) => this.#walk(dir),
          find: (path) => root.find(path),
          onOwnWrite: (listener) => {
            this.#hearOwnWrite = listener
            return () => {}
          },
          watch: ({ onChange, onState }) =>
            watch.listen({
              onChange: ({ paths, overflow }) => onChange({ paths: this.#noteFolders(paths), overflow }),
              ...(onState === undefined ? {} : { onState }),
            }),
        },
        name: `the cards of ${column}`,
        isFollowed: (path) => isCardName(nameOf(path)),
        stampOf: (path) => entries.get(path)?.stamp,
        knownPaths: () => entries.pathsIn(column),
        read: async (path) => reader.readInSweep(path) ?? reader.read(path),
        put: (path, entry) => {
          this.#put(path, entry)
          return undefined
        },
      },
      { clock, logger, untrustedMs: UNTRUSTED_MS, trustedMs: TRUSTED_MS },
    )
  }

  /** Takes in what the disk has now. */
  async refresh(): Promise<void> {
    if (performance.now() < this.#distrustedUntil) this.#follower.distrust()
    await this.#follower.refresh(plainCall, Number.POSITIVE_INFINITY)
  }

  /** This process has written a file of this column. */
  hearOwnWrite(path: RelativePath): void {
    this.#hearOwnWrite(path)
  }

  close(): Promise<void> {
    return this.#follower.close()
  }

  /** Of all that changed on the board, what lies in this column. */
  #noteFolders(paths: readonly RelativePath[]): RelativePath[] {
    const { column } = this.#options
    const own = paths.filter((path) => path.startsWith(`${column}/`) || path === column)
    if (own.some((path) => !isMarkdownName(nameOf(path)))) this.#distrustedUntil = performance.now() + NEW_FOLDER_MS
    return own
  }

  #put(path: RelativePath, entry: CardEntry | undefined): void {
    const { entries, onGone } = this.#options
    const id = entries.get(path)?.card.id ?? ulidOfFileName(nameOf(path))
    if (entry !== undefined) entries.put(path, entry)
    else {
      entries.remove(path)
      if (id !== undefined) onGone(id)
    }
  }

  async #walk(dir: RelativePath | undefined): Promise<WalkedFile[]> {
    const { column, root, entries, watch } = this.#options
    const listed: RelativePath[] = []
    const files = await whileThere(() =>
      root.walk({
        dir: dir ?? columnPath(column),
        // The first time there is nothing to compare a look at each file with.
        stats: !entries.isEmpty(column),
        skip(path, kind) {
          if (kind === 'dir') return false
          if (!isCardName(nameOf(path))) return true
          listed.push(path)
          return false
        },
      }),
    )
    if (dir === undefined && files.length > WORTH_WATCHING && ++this.#looks > LOOKS_BEFORE_WATCHING) void watch.start()
    return files.length === listed.length ? files : withLost(files, listed)
  }
}

/** A file that was listed and gone before it was looked at has been renamed or moved: its name tells which card to look for. */
function withLost(files: readonly WalkedFile[], listed: readonly RelativePath[]): WalkedFile[] {
  const there = new Set(files.map(({ path }) => path))
  return [...files, ...listed.filter((path) => !there.has(path)).map((path) => ({ path }))]
}

async function whileThere(walk: () => Promise<WalkedFile[]>): Promise<WalkedFile[]> {
  try {
    return await walk()
  } catch (error) {
    if (error instanceof DomainError && isGone(error)) return []
    throw error
  }
}
