import { type IndexReport, type Ports, type SharedHandles, type StatsRows, withPorts } from '@shoko/contract'
import { openRoot } from '@shoko/core-fs'
import { createFileAnnouncer } from '@shoko/follow'
import { createAdaptiveStats } from './adaptive/adaptive-stats.ts'
import { createStatsFile } from './adaptive/stats-file.ts'
import { createFindCache } from './cache/find-cache.ts'
import type { ManualContext } from './context.ts'
import { createCorpus } from './corpus/corpus.ts'
import { createManualRoots } from './corpus/manual-roots.ts'
import type { ManualHooks } from './find/hooks.ts'
import { defaultManualSettings, type ManualSettings } from './settings.ts'
import { createTraceStore } from './trace/trace-store.ts'

export interface ManualOptions extends Partial<Ports> {
  /** The folder whose directories are manuals. */
  readonly root: string
  /** Absolute paths of files that no tool reaches, such as the workspace's settings. */
  readonly withheld?: readonly string[]
  /** Further manuals, wherever they lie; one of them stands for a directory of the same name. */
  readonly named?: readonly { readonly name: string; readonly path: string }[]
  /** Where index and statistics are kept, e.g. `~/.cache/shoko`. */
  readonly cachePath: string
  readonly onIndex?: IndexReport
  readonly settings?: Partial<ManualSettings>
  /** Where several servers share a workspace: what one of them found, any of them shows. */
  readonly handles?: SharedHandles | undefined
  /** The same for statistics; default: a file at `cachePath`. */
  readonly stats?: StatsRows | undefined
  readonly hooks?: ManualHooks
}

/** Touches no file: the index is loaded or built, and the watcher started, by the first search. */
export function openManuals(options: ManualOptions): ManualContext {
  const { clock, ids, logger, changes, writes } = withPorts(options)
  const { hooks = {}, withheld = [] } = options
  const settings = { ...defaultManualSettings, ...options.settings }
  const named = (options.named ?? []).map(({ name, path }) => ({ name, root: openRoot(path, { clock, writes, withheld }) }))
  const root = createManualRoots(openRoot(options.root, { clock, writes, withheld }), named)
  const cacheRoot = openRoot(options.cachePath, { lockPath: 'manual-stats.lock.db', clock, closed: 'cache' })
  const corpus = createCorpus({ root, cache: cacheRoot, clock, logger, onIndex: options.onIndex ?? (() => {}) })
  const announcer = createFileAnnouncer(root, (uri) => changes.publish({ uri }))
  const rows = options.stats ?? createStatsFile(cacheRoot)
  const stats = createAdaptiveStats(settings, { rows, isShared: options.stats !== undefined, clock, logger })
  return {
    root,
    corpus,
    announcer,
    stats,
    traces: createTraceStore(
      { maxKeep: settings.traceMaxKeep, ttlSec: settings.traceTtlSec },
      { clock, newId: () => ids.trace(), logger, shared: options.handles },
    ),
    cache: createFindCache(settings, { clock, embed: hooks.embed }),
    settings,
    hooks,
    clock,
    ids,
    logger,
    async close() {
      await stats.close()
      await corpus.close()
      await announcer.close()
      root.close()
      cacheRoot.close()
    },
  }
}
