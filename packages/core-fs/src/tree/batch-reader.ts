import { DomainError } from '@shoko/contract'
import { type OpenDirectory, openDirectory, openFile, type RootFolder } from '../containment/containment.ts'
import { type FileInfo, infoOf } from '../file-info.ts'
import { toFsError } from '../fs-error.ts'
import { nameOf, parentOf, type RelativePath } from '../relative-path.ts'
import { Flags, release } from '../system-calls.ts'

export interface BatchFile {
  readonly info: FileInfo
  readonly bytes: Buffer | undefined
}

export interface BatchReadOptions {
  /** Larger files come without bytes. */
  readonly maxBytes?: number
  /** Where a file of so many bytes is read to: exactly as many, or undefined for memory of its own. */
  readonly room?: (bytes: number) => Buffer | undefined
}

/** Room for one file at a time: what was read is shown as part of this memory until the next one is read. */
export function lendingRoom(memory: Buffer): (bytes: number) => Buffer | undefined {
  return (bytes) => (bytes <= memory.byteLength ? memory.subarray(0, bytes) : undefined)
}

/**
 * Reads many files one after the other in a worker thread. The directory of the last one stays open until the thread comes
 * to rest, because a sweep reads whole directories and opening the way there costs more than the file.
 */
export class BatchReader {
  readonly #folder: RootFolder
  #dir: OpenDirectory | undefined
  #resting = false

  constructor(folder: RootFolder) {
    this.#folder = folder
  }

  /** Undefined: gone, not a file, or a link. Without bytes: larger than asked for. */
  read(path: RelativePath, options: BatchReadOptions = {}): BatchFile | undefined {
    try {
      return this.#readIn(this.#directoryOf(path), nameOf(path), options)
    } catch (error) {
      const failure = toFsError(error, path)
      if (failure instanceof DomainError && ['not_found', 'linked', 'outside_root'].includes(failure.reason)) return undefined
      throw failure
    }
  }

  close(): void {
    this.#dir?.close()
    this.#dir = undefined
  }

  #readIn(dir: OpenDirectory, name: string, { maxBytes = Number.POSITIVE_INFINITY, room }: BatchReadOptions): BatchFile {
    const { system } = this.#folder
    const { fd, stats } = openFile(this.#folder, dir, { name, flags: Flags.read })
    try {
      if (stats.size > maxBytes) return { info: infoOf(stats), bytes: undefined }
      const buffer = room?.(stats.size) ?? Buffer.allocUnsafe(stats.size)
      let filled = 0
      while (filled < buffer.byteLength) {
        const count = system.readNow(fd, filled === 0 ? buffer : buffer.subarray(filled), filled)
        if (count === 0) break
        filled += count
      }
      return { info: infoOf(stats), bytes: filled === buffer.byteLength ? buffer : buffer.subarray(0, filled) }
    } finally {
      release(system, fd)
    }
  }

  #directoryOf(path: RelativePath): OpenDirectory {
    const parent = parentOf(path)
    if (this.#dir?.path === parent) return this.#dir
    this.close()
    const dir = openDirectory(this.#folder, parent)
    this.#dir = dir
    this.#closeAtRest()
    return dir
  }

  #closeAtRest(): void {
    if (this.#resting) return
    this.#resting = true
    setImmediate(() => {
      this.#resting = false
      this.close()
    })
  }
}
