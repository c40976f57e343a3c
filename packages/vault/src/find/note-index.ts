import { isUtf8 } from 'node:buffer'
import { type Call, type Clock, DomainError, type Logger } from '@shoko/contract'
import { type FileInfo, isDeniedName, nameOf, type RelativePath, type Root, watchTree } from '@shoko/core-fs'
import { IndexKeeper, stampOf, TreeFollower } from '@shoko/follow'
import type { Ranker } from '@shoko/search'
import type { VaultReason } from '../reasons.ts'
import { createNoteCatalog, type NoteCatalog } from './note-catalog.ts'
import { noteIndexPath, openNoteIndexFile } from './note-index-file.ts'
import { type IndexedNote, type NoteRecord, readNote, unsearchable } from './note-record.ts'

/** Larger files are read and searched by text; as notes they are not ranked. */
const MAX_NOTE_BYTES = 2 * 1024 * 1024

export interface NoteIndexPorts {
  readonly root: Root
  /** Where the index outlives the process; undefined: it lives in memory alone. */
  readonly cache: Root | undefined
  readonly clock: Clock
  readonly logger: Logger
}

interface NoteFile {
  readonly info: FileInfo
  readonly bytes: Buffer
}

/** The notes of a vault, ranked by the shared index and kept current. */
export class NoteIndex {
  readonly #keeper: IndexKeeper<NoteRecord, Ranker, NoteCatalog>
  readonly #follower: TreeFollower<NoteFile | undefined>

  constructor({ root, cache, ...ports }: NoteIndexPorts) {
    const file = cache && openNoteIndexFile(cache, noteIndexPath(root.absolutePath), ports.logger)
    this.#keeper = new IndexKeeper<NoteRecord, Ranker, NoteCatalog>({ cache, file, create: createNoteCatalog })
    this.#follower = new TreeFollower<NoteFile | undefined>(
      {
        files: {
          walk: (options) => root.walk(options),
          find: (path) => root.find(path),
          onOwnWrite: (listener) => root.onOwnWrite(listener),
          watch: (options) => watchTree(root, options),
        },
        name: 'notes',
        isFollowed: (path) => !isDeniedName(nameOf(path)),
        stampOf: (path) => this.records.get(path)?.stamp,
        knownPaths: () => this.records.keys(),
        read: (path) => read(root, path),
        put: (path, file, lookedAt) =>
          this.#keeper.index.put(path, file === undefined ? undefined : indexed(path, file, lookedAt)),
        load: async (report) => void (await this.#keeper.load(report)),
        onUpdate: (outcome) => this.#keeper.updated(outcome),
      },
      ports,
    )
  }

  get ranker(): Ranker {
    return this.#keeper.index.ranker
  }

  get records(): ReadonlyMap<string, NoteRecord> {
    return this.#keeper.index.records
  }

  /** Files that are known to be there and have not been read yet. */
  get pending(): ReadonlySet<RelativePath> {
    return this.#follower.pending
  }

  /** Takes in what changed, for at most `waitMs`. Says whether everything was. */
  async refresh(call: Pick<Call, 'signal' | 'report'>, waitMs: number): Promise<boolean> {
    throwIfCancelled(call)
    const isComplete = await this.#follower.refresh(call, waitMs)
    throwIfCancelled(call)
    return isComplete
  }

  /** Gives back the memory of what can be loaded again, unless somebody has come meanwhile. */
  async rest(isIdle: () => boolean): Promise<void> {
    if (this.pending.size === 0) await this.#keeper.rest(() => isIdle() && this.#follower.rest())
  }

  async close(): Promise<void> {
    await this.#follower.close()
    await this.#keeper.close()
  }
}

/** Undefined: gone, or not ours to read. */
async function read(root: Root, path: RelativePath): Promise<NoteFile | undefined> {
  try {
    return await root.read(path, { maxBytes: MAX_NOTE_BYTES + 1 })
  } catch (error) {
    if (error instanceof DomainError) return undefined
    throw error
  }
}

function indexed(path: RelativePath, { bytes, info }: NoteFile, lookedAt: number): IndexedNote {
  const stamp = stampOf(info, lookedAt)
  const isText = bytes.length <= MAX_NOTE_BYTES && !bytes.includes(0) && isUtf8(bytes)
  return isText ? readNote(path, { text: bytes.toString('utf8'), bytes, stamp }) : unsearchable(path, stamp)
}

function throwIfCancelled({ signal }: Pick<Call, 'signal'>): void {
  if (signal.aborted) throw new DomainError<VaultReason>('cancelled', 'the search was cancelled')
}
