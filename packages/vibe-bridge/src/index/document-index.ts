import type { Call } from '@shoko/contract'
import type { DocumentAddress } from '../workspace/layout.ts'
import type { CatalogEntry, CatalogFilter, Section, SectionFilter } from './catalog.ts'
import type { ParsedQuery } from './query.ts'
import type { PassageRequest, SearchAnswer, Searcher, SearchRequest } from './search.ts'
import type { SyncOutcome } from './sync.ts'

export interface ReindexRequest {
  readonly project?: string
  readonly full: boolean
}

export interface IndexedAnswer {
  readonly indexed: boolean
  readonly warning?: string
}

/** What tools, prompts and resources ask of the documents of a workspace. It follows the files by itself, and can be made again. */
export interface DocumentIndex {
  search(request: Omit<SearchRequest, 'today'>, call: Call): Promise<SearchAnswer>
  passages(request: Omit<PassageRequest, 'today'>, call: Call): Promise<ReturnType<Searcher['passages']>>
  documents(filter: CatalogFilter, call: Call): Promise<readonly CatalogEntry[]>
  sections(filter: SectionFilter, call: Call): Promise<readonly Section[]>
  /** What a query means, without running it. */
  parse(query: string): ParsedQuery
  /** Why answers may be incomplete or slow to come, for people. */
  warnings(): readonly string[]
  /** Begins to follow the files, so that changes are announced. */
  watch(): Promise<void>
  /** Indexes a file that was just written; never throws, since the file is safe whatever happens here. */
  indexWritten(address: DocumentAddress): Promise<IndexedAnswer>
  reindex(request: ReindexRequest, call: Call): Promise<SyncOutcome>
  /** Gives back memory that is filled again by the next question. */
  rest(): void
  close(): Promise<void>
}
