import { type OpenedFile, openFile, type RootFolder } from '../containment/containment.ts'
import { errnoOf, notFound } from '../fs-error.ts'
import { nameOf, parentOf, type RelativePath } from '../relative-path.ts'
import { discard, Flags, release, type SystemCalls } from '../system-calls.ts'
import { type EnsuredDirectory, ensureDirectory } from './ensure-directory.ts'
import { writeAll } from './temporary-file.ts'

const NEWLINE = 10

/**
 * Adds lines to the end of a journal, making it when it is missing. All of it is there afterwards or, after an error, none.
 * A line that a killed process left open is closed first. Call it under the lock.
 */
export async function appendFile(
  folder: RootFolder,
  path: RelativePath,
  bytes: Uint8Array,
): Promise<{ readonly durable: boolean }> {
  if (path === '') throw notFound(path)
  const made = ensureDirectory(folder, parentOf(path))
  try {
    const { file, isNew } = openJournal(folder, made, nameOf(path))
    try {
      await appendTo(folder.system, file, bytes)
    } catch (error) {
      if (isNew) discard(folder.system, made.dir.at(nameOf(path)))
      throw error
    } finally {
      release(folder.system, file.fd) // what matters has been flushed
    }
    return { durable: isNew ? await made.flush() : true }
  } catch (error) {
    made.undo()
    throw error
  } finally {
    made.close()
  }
}

function openJournal(folder: RootFolder, { dir }: EnsuredDirectory, name: string): { file: OpenedFile; isNew: boolean } {
  const flags = Flags.readWrite | Flags.append
  try {
    return { file: openFile(folder, dir, { name, flags }), isNew: false }
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw error
  }
  return { file: openFile(folder, dir, { name, flags: flags | Flags.createNew, mode: 0o666 }), isNew: true }
}

async function appendTo(system: SystemCalls, { fd, stats }: OpenedFile, bytes: Uint8Array): Promise<void> {
  const lines = hasOpenTail(system, fd, stats.size) ? Buffer.concat([Uint8Array.of(NEWLINE), bytes]) : bytes
  try {
    await writeAll(system, fd, lines)
    await system.fsync(fd)
  } catch (error) {
    takeBack(system, fd, stats.size)
    throw error
  }
}

/** Half a line would be glued to the next one; if even this fails, the next append closes the open tail. */
function takeBack(system: SystemCalls, fd: number, size: number): void {
  try {
    system.ftruncate(fd, size)
  } catch {
    // the first error is the one to report
  }
}

function hasOpenTail(system: SystemCalls, fd: number, size: number): boolean {
  if (size === 0) return false
  const last = new Uint8Array(1)
  return system.readNow(fd, last, size - 1) === 1 && last[0] !== NEWLINE
}
