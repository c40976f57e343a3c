import {
  type ChangeBus,
  type Clock,
  createOwnWrites,
  DEFAULTS,
  type Ids,
  type Logger,
  type OwnWrites,
  randomIds,
  silentLogger,
  systemClock,
} from '@shoko/contract'
import type { Sections } from '@shoko/core-fs'
import { BoardWatchers } from './board/board-watchers.ts'
import { Boards } from './board/boards.ts'
import { CardSearch } from './find/card-search.ts'
import { createUlids } from './ulid.ts'

/** What the kanban tools work with: made once per process. */
export interface KanbanContext {
  readonly boards: Boards
  readonly watchers: BoardWatchers
  readonly clock: Clock
  readonly newId: () => string
  readonly search: CardSearch
  /** Puts tools into the spelling that callers see. */
  readonly spell: (text: string) => string
  /** Characters of one answer. */
  readonly hardMaxChars: number
  /** Stops watching, writes what is still waiting, lets go of the files. */
  close(): Promise<void>
}

export interface KanbanOptions {
  /** Absolute directories; the first one is the board `.`. */
  readonly roots: readonly string[]
  readonly clock?: Clock
  readonly ids?: Ids
  readonly logger?: Logger
  readonly changes?: ChangeBus
  readonly readOnly?: boolean
  /** Where the boards belong to more than this machine. */
  readonly sections?: Sections | undefined
  /** What other families write into a board is seen by the next call. */
  readonly writes?: OwnWrites
  /** Told of files that come from other machines. */
  readonly arrivals?: OwnWrites | undefined
  /** Default: the seed's spelling. */
  readonly spell?: (text: string) => string
  /** Default 20,000. */
  readonly hardMaxChars?: number
}

/** Opens nothing yet: folders are looked at when the first call names a board. */
export function openKanban(options: KanbanOptions): KanbanContext {
  const {
    roots,
    clock = systemClock,
    ids = randomIds,
    logger = silentLogger,
    readOnly = false,
    writes = createOwnWrites(),
    hardMaxChars = DEFAULTS.hardMaxChars,
  } = options
  const changes = options.changes ?? { publish: () => {} }
  const boards = new Boards({ roots, clock, logger, readOnly, writes, sections: options.sections, arrivals: options.arrivals })
  const watchers = new BoardWatchers({ changes, logger })
  return {
    boards,
    watchers,
    clock,
    newId: createUlids(clock, ids),
    search: new CardSearch(boards),
    spell: options.spell ?? ((text) => text),
    hardMaxChars,
    async close() {
      await watchers.close()
      await boards.close()
    },
  }
}
