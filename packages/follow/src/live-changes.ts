import type { Clock } from '@shoko/contract'
import type { RelativePath, Root, Watch, WatchOptions } from '@shoko/core-fs'

/** What there is to look at: the whole disk, or some paths, or nothing. */
export type Due = { readonly sweep: true } | { readonly sweep: false; readonly paths: readonly RelativePath[] }

/** Files that somebody keeps an index of. */
export interface LiveFiles extends Pick<Root, 'onOwnWrite'> {
  watch(options: Pick<WatchOptions, 'debounceMs' | 'onChange' | 'onState'>): Watch
}

export interface LiveChanges {
  start(): void
  readonly due: boolean
  /** What is due; it counts as looked at from now on. */
  take(): Due
  /** Looking failed or came too early: look at everything next time. */
  distrust(): void
  /** The last look at everything was long ago. */
  readonly doubtful: boolean
  close(): Promise<void>
}

/** A sweep runs at most this often while the watcher cannot be relied on. */
const SWEEP_MS = 1000
/** Even a watcher that believes in itself loses events, so the disk is asked from time to time, without a query waiting for it. */
const DOUBT_MS = 15_000
const DEBOUNCE_MS = 20

/** A watcher is a hint, a sweep is the truth: this decides which of the two is asked. Our own writes need neither. */
export function createLiveChanges(files: LiveFiles, clock: Clock): LiveChanges {
  let watch: Watch | undefined
  let stopListening: (() => void) | undefined
  let changed = new Set<RelativePath>()
  let sweepWanted = true
  let sweptAt = 0

  const distrust = () => {
    sweepWanted = true
  }
  const isSweepDue = () => sweepWanted || (watch?.trusted !== true && Math.abs(clock.now() - sweptAt) >= SWEEP_MS)

  return {
    start() {
      stopListening = files.onOwnWrite((path) => changed.add(path))
      watch = files.watch({
        debounceMs: DEBOUNCE_MS,
        onChange: ({ paths, overflow }) => {
          if (overflow) distrust()
          for (const path of paths) changed.add(path)
        },
        onState: distrust,
      })
      // What happened between the first sweep and the watcher's readiness is found by one more sweep.
      watch.ready.then(distrust, () => {})
    },
    get due() {
      return changed.size > 0 || isSweepDue()
    },
    take() {
      const paths = [...changed]
      changed = new Set()
      if (!isSweepDue()) return { sweep: false, paths }
      sweepWanted = false
      sweptAt = clock.now()
      return { sweep: true }
    },
    distrust,
    get doubtful() {
      return clock.now() - sweptAt >= DOUBT_MS
    },
    async close() {
      stopListening?.()
      await watch?.close()
    },
  }
}
