import { type Clock, DEFAULTS, type OwnWrites, type Ports, withPorts } from '@shoko/contract'
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

export interface KanbanOptions extends Partial<Ports> {
  /** Boards may lie in several folders: absolute directories; the first one is the board `.`. */
  readonly roots: readonly string[]
  readonly readOnly?: boolean
  /** Where the boards belong to more than this machine. */
  readonly sections?: Sections | undefined
  /** Told of files that come from other machines. */
  readonly arrivals?: OwnWrites | undefined
  /** Default: the seed's spelling. */
  readonly spell?: (text: string) => string
  /** Default 20,000. */
  readonly hardMaxChars?: number
}

/** Opens nothing yet: folders are looked at when the first call names a board. */
export function openKanban(options: KanbanOptions): KanbanContext {
  const { clock, ids, logger, changes, writes } = withPorts(options)
  const { roots, sections, arrivals, readOnly = false, hardMaxChars = DEFAULTS.hardMaxChars } = options
  const boards = new Boards({ roots, clock, logger, readOnly, writes, sections, arrivals })
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
