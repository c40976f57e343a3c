import type { FileInfo } from '@shoko/core-fs'

/** Something read from the disk, with the file's state before it was read. */
export interface ReadState {
  readonly info: FileInfo
  /** By the system's clock, which also stamps the files. */
  readonly readAt: number
}

// Kernels stamp files with a clock that ticks every 1 to 10 ms; some file systems keep whole seconds or two.
const FINE_TICK_MS = 40
const COARSE_TICK_MS = 2_050

/**
 * Is what was read still what the file holds? A file written so shortly before the reading that a second write could carry
 * the same time stamp is never taken as unchanged; the next reading settles it.
 */
export function isFresh(known: ReadState, now: FileInfo): boolean {
  const { info } = known
  if (info.ino !== now.ino || info.size !== now.size || info.mtimeMs !== now.mtimeMs || info.ctimeMs !== now.ctimeMs) return false
  const youngest = Math.max(now.mtimeMs, now.ctimeMs)
  const tick = Number.isInteger(youngest / 1000) ? COARSE_TICK_MS : FINE_TICK_MS
  return known.readAt - youngest > tick
}
