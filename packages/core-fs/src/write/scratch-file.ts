import { DomainError } from '@shoko/contract'
import type { RootFolder } from '../containment/containment.ts'
import type { FsReason } from '../fs-error.ts'
import { Flags, release } from '../system-calls.ts'
import { OWNER_ONLY, openTemporary } from './temporary-file.ts'

/** What is too much to hold in memory lies on the disk, for this process alone: the file has no name and ends with it. */
export interface ScratchFile {
  /** Throws as any write does: `disk_full`, say. */
  write(bytes: Uint8Array, position: number): void
  /** Fills all of `into`. Throws `disk_error` when the file does not have it. */
  read(into: Uint8Array, position: number): void
  close(): void
}

/** Makes the folder where it is missing. */
export function openScratch(folder: RootFolder): ScratchFile {
  const { system } = folder
  folder.make()
  const dir = folder.openTop()
  try {
    const { fd, name } = openTemporary(system, dir, { flags: Flags.readWrite, mode: OWNER_ONLY })
    try {
      system.unlink(dir.at(name))
    } catch (error) {
      release(system, fd)
      throw error
    }
    return {
      write: (bytes, position) => moveAll(bytes, (rest, moved) => system.writeNow(fd, rest, position + moved)),
      read: (into, position) => moveAll(into, (rest, moved) => system.readNow(fd, rest, position + moved)),
      close: () => release(system, fd),
    }
  } finally {
    dir.close()
  }
}

function moveAll(bytes: Uint8Array, move: (rest: Uint8Array, moved: number) => number): void {
  for (let moved = 0; moved < bytes.byteLength; ) {
    const count = move(bytes.subarray(moved), moved)
    if (count === 0) throw new DomainError<FsReason>('disk_error', 'a scratch file gives and takes no more bytes')
    moved += count
  }
}
