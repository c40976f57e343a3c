import type { FileInfo } from './file-info.ts'

/** How a file was when it was looked at, by which it is known again. Plain numbers, so that an index can keep it. */
export type FileStamp = readonly [size: number, mtimeMs: number, ctimeMs: number, ino: number]

// Kernels stamp files with a clock that ticks every 1 to 16 ms; some file systems keep whole seconds, or every other one.
const FINE_TICK_MS = 50
const COARSE_TICK_MS = 2050
/** The size of no file. */
const UNSETTLED = -1

/**
 * `lookedAt`: the system's time before the file was looked at. A file that was written so shortly before that a second write
 * could bear the same times gets a stamp that equals no other, so that the next look reads it again.
 */
export function stampOf({ size, mtimeMs, ctimeMs, ino }: FileInfo, lookedAt: number): FileStamp {
  const youngest = Math.max(mtimeMs, ctimeMs)
  const tick = Number.isInteger(youngest / 1000) ? COARSE_TICK_MS : FINE_TICK_MS
  return [lookedAt - youngest > tick ? size : UNSETTLED, mtimeMs, ctimeMs, ino]
}

/** The same file under another name, or otherwise touched: the next look reads it again. */
export function unsettled([, mtimeMs, ctimeMs, ino]: FileStamp): FileStamp {
  return [UNSETTLED, mtimeMs, ctimeMs, ino]
}

/** Is the file what it was? */
export function isCurrent([size, mtimeMs, ctimeMs, ino]: FileStamp, now: FileInfo): boolean {
  return size === now.size && mtimeMs === now.mtimeMs && ctimeMs === now.ctimeMs && ino === now.ino
}
