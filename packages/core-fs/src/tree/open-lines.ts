import type { OpenedFile, RootFolder } from '../containment/containment.ts'
import { infoOf } from '../file-info.ts'
import type { RelativePath } from '../relative-path.ts'
import { release, type SystemCalls } from '../system-calls.ts'
import { type ByteSource, createLineReader, type LineReader } from '../text/line-reader.ts'
import { openExisting, readSteadily } from './read-file.ts'

/** Up to this size the reader holds the bytes instead of the file. */
const HELD = 1024 * 1024

export async function openLines(folder: RootFolder, path: RelativePath): Promise<LineReader> {
  const file = openExisting(folder, path)
  if (file.stats.size > HELD) return createLineReader(fileSource(folder.system, file, path))
  return createLineReader(await heldSource(folder.system, file, path))
}

async function heldSource(system: SystemCalls, file: OpenedFile, path: string): Promise<ByteSource> {
  try {
    const { bytes, info } = await readSteadily(system, file, Number.POSITIVE_INFINITY)
    return {
      path,
      info: () => info,
      read: async (into, position) => bytes.copy(into, 0, position),
      close: () => {},
    }
  } finally {
    release(system, file.fd)
  }
}

function fileSource(system: SystemCalls, { fd }: OpenedFile, path: string): ByteSource {
  let open = true
  return {
    path,
    info: () => infoOf(system.fstat(fd)),
    read: async (into, position) => {
      let filled = 0
      while (filled < into.byteLength) {
        const count = await system.read(fd, into.subarray(filled), position + filled)
        if (count === 0) break
        filled += count
      }
      return filled
    },
    close: () => {
      if (open) release(system, fd)
      open = false
    },
  }
}
