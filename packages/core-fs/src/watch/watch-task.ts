import type { RelativePath } from '../relative-path.ts'
import type { Root } from '../rooted-fs.ts'

/** What a back end works for: where it looks, and whom it tells. */
export interface WatchTask {
  readonly root: Root
  readonly dirs: readonly RelativePath[]
  readonly signal: AbortSignal
  isSkipped(path: RelativePath): boolean
  changed(path: RelativePath): void
  /** Something changed that cannot be named. */
  lost(): void
  /** Whether every change is being told from now on; true until it is said. */
  complete(isComplete: boolean): void
}

export interface Watcher {
  close(): Promise<void>
}

/** Resolves when what is there is watched, or when it is clear that it will not be. */
export type StartWatcher = (task: WatchTask) => Promise<Watcher>
