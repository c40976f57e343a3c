import { DomainError } from '@shoko/contract'
import type { RootFolder } from '../containment/containment.ts'
import type { FsReason } from '../fs-error.ts'
import type { RelativePath } from '../relative-path.ts'
import { release } from '../system-calls.ts'
import { openExisting, readBytes } from './read-file.ts'

/** Any part of a file as it was opened: what is put in its place later is another file. */
export interface ByteFile {
  readonly size: number
  /** For large parts. Throws `disk_error` when the file does not have them all. */
  read(start: number, end: number): Promise<Buffer>
  /** The same at once, for small parts. */
  readNow(start: number, end: number): Buffer
  close(): void
}

export function openBytes(folder: RootFolder, path: RelativePath): ByteFile {
  const { system } = folder
  const { fd, stats } = openExisting(folder, path)
  let open = true
  const whole = (bytes: Buffer, length: number): Buffer => {
    if (bytes.length === length) return bytes
    throw new DomainError<FsReason>('disk_error', `${path}: ends before its end`)
  }
  const requireOpen = () => {
    if (!open) throw new Error(`${path} is closed`)
  }
  return {
    size: stats.size,
    async read(start, end) {
      requireOpen()
      return whole(await readBytes(system, fd, { position: start, length: end - start }), end - start)
    },
    readNow(start, end) {
      requireOpen()
      const bytes = Buffer.allocUnsafe(end - start)
      return whole(bytes.subarray(0, bytes.length === 0 ? 0 : system.readNow(fd, bytes, start)), bytes.length)
    },
    close() {
      if (open) release(system, fd)
      open = false
    },
  }
}
