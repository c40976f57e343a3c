import type { Clock } from '@shoko/contract'
import type { RelativePath, Root, Watch, WatchOptions } from '@shoko/core-fs'

/** What there is to look at: the whole disk, or some paths, or nothing. */
export type Due = { readonly sweep: true } | { readonly sweep: false; readonly paths: readonly RelativePath[] }

/** Files that somebody keeps an index of. */
export interface LiveFiles extends Pick<Root, 'onOwnWrite'> {
  watch(options: Pick<WatchOptions, 'debounceMs' | 'onChange' | 'onState'>): Watch
}

export interface LiveOptions {
  readonly clock: Clock
  /** How old the last look at everything may be while the watcher cannot be relied on; default a second. */
  readonly untrustedMs?: number
  /** The same while it can; default: it is not asked for here, see `doubtful`. */
  readonly trustedMs?: number
}

export interface LiveChanges {
  /** Begins to listen, once. Resolves when changes are told, or when it is clear that they will not be. */
  start(): Promise<void>
  readonly due: boolean
  /** What is due; it counts as looked at from now on. */
  take(): Due
  /** The caller looks at this file now, out of turn. */
  claim(path: RelativePath): void
  /** Looking failed or came too early: look at everything next time. */
  distrust(): void
  /** The last look at everything was long ago. */
  readonly doubtful: boolean
  close(): Promise<void>
}

const UNTRUSTED_MS = 1000
/** Even a watcher that believes in itself loses events, so the disk is asked from time to time, without a query waiting for it. */
const DOUBT_MS = 15_000
const DEBOUNCE_MS = 20

/** A watcher is a hint, a sweep is the truth: this decides which of the two is asked. Our own writes need neither. */
export function createLiveChanges(files: LiveFiles, options: LiveOptions): LiveChanges {
  const { clock, untrustedMs = UNTRUSTED_MS, trustedMs = Number.POSITIVE_INFINITY } = options
  let watch: Watch | undefined
  let stopListening: (() => void) | undefined
  let changed = new Set<RelativePath>()
  let sweepWanted = true
  let sweptAt = 0

  const distrust = () => {
    sweepWanted = true
  }
  const isSweepDue = () => sweepWanted || Math.abs(clock.now() - sweptAt) >= (watch?.trusted === true ? trustedMs : untrustedMs)

  return {
    async start() {
      if (watch !== undefined) return watch.ready
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
      return watch.ready
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
    claim: (path) => void changed.delete(path),
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
