import { isUtf8 } from 'node:buffer'
import { type Call, type Clock, DomainError, type Logger, type Progress } from '@shoko/contract'
import {
  createLiveChanges,
  isDeniedName,
  nameOf,
  type RelativePath,
  type Root,
  type WalkedFile,
  watchTree,
  yieldEvery,
} from '@shoko/core-fs'
import { createRanker, type Ranker } from '@shoko/search'
import type { VaultReason } from '../reasons.ts'
import { type IndexedNote, isUnchanged, type NoteRecord, readNote, unsearchable } from './note-record.ts'

/** Larger files are read and searched by text; as notes they are not ranked. */
const LARGEST_NOTE = 2 * 1024 * 1024
const BATCH = 16

export interface NoteIndexPorts {
  readonly root: Root
  readonly clock: Clock
  readonly logger: Logger
}

/**
 * The notes of a vault, ranked by the shared index. Nothing is read or watched before the first refresh; after that a watcher
 * says what has changed, and the disk is asked from time to time.
 */
export class NoteIndex {
  readonly ranker: Ranker = createRanker()
  readonly records = new Map<string, NoteRecord>()
  readonly #ports: NoteIndexPorts
  readonly #live: ReturnType<typeof createLiveChanges>
  readonly #pending = new Set<RelativePath>()
  readonly #listeners = new Set<(progress: Progress) => void>()
  #started = false
  #running: Promise<void> | undefined

  constructor(ports: NoteIndexPorts) {
    this.#ports = ports
    this.#live = createLiveChanges(
      { onOwnWrite: (listener) => ports.root.onOwnWrite(listener), watch: (options) => watchTree(ports.root, options) },
      ports.clock,
    )
  }

  /** Takes in what changed, for at most `waitMs`. Says whether everything was. */
  async refresh(call: Pick<Call, 'signal' | 'report'>, waitMs: number): Promise<boolean> {
    throwIfCancelled(call)
    if (this.#running !== undefined || this.#live.due || this.#pending.size > 0) await this.#wait(call, waitMs)
    if (this.#live.doubtful) setImmediate(() => this.#checkInBackground()).unref()
    return this.#pending.size === 0 && this.#running === undefined
  }

  async close(): Promise<void> {
    await this.#live.close()
    await this.#running?.catch(() => {})
  }

  async #wait(call: Pick<Call, 'signal' | 'report'>, waitMs: number): Promise<void> {
    const { promise: enough, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, Math.min(waitMs, MAX_TIMER_MS))
    const onAbort = () => resolve()
    call.signal.addEventListener('abort', onAbort, { once: true })
    this.#listeners.add(call.report)
    const work = this.#untilCurrent()
    // Work that fails after the waiting has ended fails the next call, not the process.
    work.catch(() => {})
    try {
      await Promise.race([work, enough])
    } finally {
      clearTimeout(timer)
      call.signal.removeEventListener('abort', onAbort)
      this.#listeners.delete(call.report)
    }
    throwIfCancelled(call)
  }

  async #untilCurrent(): Promise<void> {
    // An update under way may have begun before the last change was seen.
    if (this.#running !== undefined) await this.#running
    if (this.#live.due || this.#pending.size > 0) await this.#updateOnce()
    while (this.#running !== undefined) await this.#running
  }

  #updateOnce(): Promise<void> {
    this.#running ??= this.#update().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  /** Not awaited: the answer at hand is as good as the watcher, the next one is better. */
  #checkInBackground(): void {
    if (!this.#live.doubtful) return
    this.#live.distrust()
    this.#updateOnce().catch((cause) => this.#ports.logger.log('warn', { event: 'vault_sweep_failed', cause: String(cause) }))
  }

  async #update(): Promise<void> {
    const { root } = this.#ports
    if (!this.#started) {
      this.#started = true
      this.#live.start()
    }
    const due = this.#live.take()
    try {
      if (due.sweep) this.#compare(await root.walk({ stats: true }))
      else for (const path of due.paths) await this.#inspect(path)
      await this.#catchUp()
    } catch (error) {
      this.#live.distrust()
      throw error
    }
  }

  /** Everything on the disk, by size and times: no file is opened. */
  #compare(walked: readonly WalkedFile[]): void {
    const there = new Set<string>()
    for (const file of walked) {
      if (!isSearched(file.path)) continue
      there.add(file.path)
      this.#note(file)
    }
    for (const path of this.records.keys()) if (!there.has(path)) this.#pending.add(path as RelativePath) // keys are such paths
  }

  /** What a watcher named; a folder stands for all that is and was below it. */
  async #inspect(path: RelativePath): Promise<void> {
    if (isSearched(path)) this.#pending.add(path)
    const below = `${path}/`
    for (const known of this.records.keys()) {
      if (path === '' || known.startsWith(below)) this.#pending.add(known as RelativePath) // as above
    }
    const { root } = this.#ports
    const info = await root.find(path).catch(() => undefined)
    if (info?.kind !== 'dir' || isHiddenPath(path)) return
    for (const file of await root.walk({ dir: path, stats: true }).catch(() => [])) if (isSearched(file.path)) this.#note(file)
  }

  #note({ path, info }: WalkedFile): void {
    const known = this.records.get(path)
    if (known !== undefined && info !== undefined && isUnchanged(known, info)) this.#pending.delete(path)
    else this.#pending.add(path)
  }

  /** Reads what is pending, a few files at a time, and gives way to other calls in between. */
  async #catchUp(): Promise<void> {
    const giveWay = yieldEvery()
    let done = 0
    while (this.#pending.size > 0) {
      const batch = [...this.#pending.keys().take(BATCH)]
      const notes = await Promise.all(batch.map((path) => this.#read(path)))
      for (const [place, path] of batch.entries()) {
        this.#put(path, notes[place])
        this.#pending.delete(path)
        done++
        await giveWay()
      }
      for (const tell of this.#listeners) tell({ progress: done, total: done + this.#pending.size, message: 'indexing notes' })
    }
  }

  /** Undefined: gone, or not ours to read. */
  async #read(path: RelativePath): Promise<IndexedNote | undefined> {
    try {
      const { bytes, info } = await this.#ports.root.read(path, { maxBytes: LARGEST_NOTE + 1 })
      const isText = bytes.length <= LARGEST_NOTE && !bytes.includes(0) && isUtf8(bytes)
      return isText ? readNote(path, { text: bytes.toString('utf8'), bytes, info }) : unsearchable(path, info)
    } catch (error) {
      if (error instanceof DomainError) return undefined
      throw error
    }
  }

  #put(path: RelativePath, note: IndexedNote | undefined): void {
    const known = this.records.get(path)
    if (note === undefined) this.records.delete(path)
    else this.records.set(path, note.record)
    if (note !== undefined && known !== undefined && known.hash === note.record.hash && known.hash !== '') return
    if (note?.document === undefined) this.ranker.remove(path)
    else this.ranker.add(note.document)
  }
}

function isSearched(path: RelativePath): boolean {
  return path !== '' && !isHiddenPath(path) && !isDeniedName(nameOf(path))
}

function isHiddenPath(path: string): boolean {
  return path.split('/').some((segment) => segment.startsWith('.'))
}

function throwIfCancelled({ signal }: Pick<Call, 'signal'>): void {
  if (signal.aborted) throw new DomainError<VaultReason>('cancelled', 'the search was cancelled')
}

const MAX_TIMER_MS = 2 ** 31 - 1
