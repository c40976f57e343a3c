import { type RelativePath, type Root, type Watch, watchTree } from '@shoko/core-fs'
import { isMarkdown } from '../workspace/layout.ts'

/** Knows whether the index can be trusted to follow the files: a watcher is a hint, a scan is the truth. */
export interface TreeFollower {
  readonly ready: Promise<void>
  needsScan(): boolean
  hasScanned(): boolean
  /** Call before reading the files, and tell when all of them have been read. */
  beginScan(): { done(): void; failed(): void }
  /** The index has lost what it knew. */
  forget(): void
  close(): Promise<void>
}

export interface TreeFollowerOptions {
  readonly onFiles: (paths: readonly RelativePath[]) => void
}

/** Without a trusted watcher, files are looked at again when the last look is older than this. */
const STALE_MS = 2000

export function followTree(root: Root, { onFiles }: TreeFollowerOptions): TreeFollower {
  let scannedAt: number | undefined
  let missed = false
  const watch: Watch = watchTree(root, {
    skip: (path) => path.split('/').some((name) => name.startsWith('.')),
    onChange({ paths, overflow }) {
      // A name that is no document may be a folder that came or went with documents in it.
      if (overflow || paths.some((path) => !isMarkdown(path))) missed = true
      onFiles(paths)
    },
    onState(trusted) {
      if (!trusted) missed = true
    },
  })
  return {
    ready: watch.ready,
    needsScan: () => scannedAt === undefined || (watch.trusted ? missed : performance.now() - scannedAt > STALE_MS),
    hasScanned: () => scannedAt !== undefined,
    beginScan() {
      const startedAt = performance.now()
      // Changes before the watcher stood are known to nobody: look once more when it does.
      missed = !watch.trusted
      return {
        done() {
          scannedAt = startedAt
        },
        failed() {
          missed = true
        },
      }
    },
    forget() {
      scannedAt = undefined
    },
    close: () => watch.close(),
  }
}
