import type { Clock, Ids, Logger } from '@shoko/contract'
import type { FileAnnouncer } from '@shoko/follow'
import type { AdaptiveStats } from './adaptive/adaptive-stats.ts'
import type { FindCache } from './cache/find-cache.ts'
import type { Corpus } from './corpus/corpus.ts'
import type { ManualRoots } from './corpus/manual-roots.ts'
import type { ManualHooks } from './find/hooks.ts'
import type { ManualSettings } from './settings.ts'
import type { TraceStore } from './trace/trace-store.ts'

/** Everything the tools work on; one a server, shared by its connections. */
export interface ManualContext {
  readonly root: ManualRoots
  readonly corpus: Corpus
  /** Tells subscribers of the files that change. */
  readonly announcer: FileAnnouncer
  readonly traces: TraceStore
  readonly cache: FindCache
  readonly stats: AdaptiveStats
  readonly settings: ManualSettings
  readonly hooks: ManualHooks
  readonly clock: Clock
  readonly ids: Ids
  readonly logger: Logger
  /** Stops watching and saves the index. */
  close(): Promise<void>
}
