import type { Stats } from 'node:fs'

export interface FileInfo {
  readonly kind: 'file' | 'dir'
  readonly size: number
  readonly mtimeMs: number
  readonly ctimeMs: number
  readonly ino: number
  readonly mode: number
}

export function infoOf(stats: Stats): FileInfo {
  return {
    kind: stats.isDirectory() ? 'dir' : 'file',
    size: stats.size,
    mtimeMs: stats.mtimeMs,
    ctimeMs: stats.ctimeMs,
    ino: stats.ino,
    mode: stats.mode,
  }
}

/** The same file, with nothing written to it in between as far as the file system can tell. */
export function isUntouched(before: Stats, now: Stats): boolean {
  return isSameEntry(before, now) && before.size === now.size && before.mtimeMs === now.mtimeMs && before.ctimeMs === now.ctimeMs
}

export function isSameEntry(a: Stats, b: Stats): boolean {
  return a.dev === b.dev && a.ino === b.ino
}
