import type { Clock, HandleStore, Ids, Logger } from '@shoko/contract'
import type { Root } from '@shoko/core-fs'
import type { SectionShelf } from '@shoko/search'
import type { FindTrace } from './find/find.ts'
import type { NoteIndex } from './find/note-index.ts'
import type { NoteRecord } from './find/note-record.ts'
import type { GrepPool } from './grep/grep-pool.ts'
import type { LinkIndex } from './links/link-index.ts'
import type { DailyNotes } from './policy.ts'

export interface VaultSettings {
  readonly scanDefaultChunkLines: number
  readonly scanMaxChunkLines: number
  /** Cap and default of limits.max_chars. */
  readonly hardMaxChars: number
  readonly traceMaxKeep: number
  readonly traceTtlSec: number
  /** Memory for the texts that searches keep, over all worker threads. */
  readonly grepCacheBytes: number
  readonly daily: DailyNotes
}

export const defaultVaultSettings: VaultSettings = {
  scanDefaultChunkLines: 80,
  scanMaxChunkLines: 200,
  hardMaxChars: 20_000,
  traceMaxKeep: 100,
  traceTtlSec: 1800,
  grepCacheBytes: 256 * 1024 * 1024,
  daily: { dir: 'daily', format: 'YYYY-MM-DD' },
}

/** What every vault tool works with. */
export interface VaultContext {
  readonly root: Root
  readonly settings: VaultSettings
  readonly clock: Clock
  readonly ids: Ids
  readonly logger: Logger
  readonly grep: GrepPool
  readonly notes: NoteIndex
  /** Sections of notes that were read for passages. */
  readonly shelf: SectionShelf<NoteRecord>
  readonly links: LinkIndex
  readonly traces: HandleStore<FindTrace>
}
