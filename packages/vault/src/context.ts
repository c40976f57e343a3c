import type { Clock, HandleStore, Ids, Logger } from '@shoko/contract'
import type { Root } from '@shoko/core-fs'
import type { FileAnnouncer } from '@shoko/follow'
import type { SectionShelf } from '@shoko/search'
import type { FindTrace } from './find/find.ts'
import type { NoteIndex } from './find/note-index.ts'
import type { NoteRecord } from './find/note-record.ts'
import type { LinkIndex } from './links/link-index.ts'
import type { SearchPool } from './search/search-pool.ts'
import type { VaultSettings } from './settings.ts'

/** What every vault tool works with. */
export interface VaultContext {
  readonly root: Root
  readonly settings: VaultSettings
  readonly clock: Clock
  readonly ids: Ids
  readonly logger: Logger
  readonly grep: SearchPool
  readonly notes: NoteIndex
  /** Sections of notes that were read for passages. */
  readonly shelf: SectionShelf<NoteRecord>
  readonly links: LinkIndex
  /** Tells subscribers of the notes that change. */
  readonly announcer: FileAnnouncer
  readonly traces: HandleStore<FindTrace>
  /** Ends the search threads and gives the lock file back. */
  close(): Promise<void>
}
