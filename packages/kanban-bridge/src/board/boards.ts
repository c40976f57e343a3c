import { basename, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { type Clock, DomainError, type Logger, type OwnWrites } from '@shoko/contract'
import { joinPath, openRoot, parseDirectory, parsePath, type RelativePath, type Root, type Sections } from '@shoko/core-fs'
import { kanbanError } from '../kanban-error.ts'
import { Board } from './board.ts'
import { discoverBoards, type FoundBoard } from './discovery.ts'
import { KANBAN, LOCK } from './paths.ts'

export interface BoardsOptions {
  /** Absolute. */
  readonly roots: readonly string[]
  readonly clock: Clock
  readonly logger: Logger
  readonly readOnly: boolean
  readonly sections?: Sections | undefined
  /** What other families of this process write is heard through these. */
  readonly writes: OwnWrites
  readonly arrivals?: OwnWrites | undefined
}

// Looking through all roots costs a directory listing each; a board that is not found is looked for at once.
const DISCOVERY_LIFE_MS = 2_000
const TOP = parseDirectory('')

/** The boards under the configured roots, opened when they are first named. */
export class Boards {
  readonly #options: BoardsOptions
  readonly #roots: readonly Root[]
  readonly #open = new Map<string, Board>()
  #found: { readonly at: number; readonly boards: readonly FoundBoard[] } | undefined

  constructor(options: BoardsOptions) {
    const { sections, writes } = options
    this.#options = options
    this.#roots = options.roots.map((path) => openRoot(resolve(path), { hidden: 'reached', sections, writes }))
  }

  /** The board that a caller's word names: `.`, an id, or a path below a root. */
  async resolve(word: string): Promise<Board> {
    const board = await this.find(word)
    await board.config()
    board.noteUse()
    return board
  }

  /** The same, also when its settings are broken. */
  async find(word: string): Promise<Board> {
    return this.#boardAt(await this.#place(word.trim()))
  }

  /** Every board, the first root's own first. */
  async all(): Promise<readonly FoundBoard[]> {
    return this.#discover(false)
  }

  /** The shortest word that names a found board and no other. */
  async aliasOf(found: FoundBoard): Promise<string> {
    if (found.root === this.#roots[0] && found.path === '') return '.'
    const namesakes = (await this.all()).filter((other) => other.name === found.name)
    return namesakes.length === 1 ? found.name : `./${found.path}`
  }

  /** The folder that `shoko kanban init` makes a board of: `.` or a path below the first root. */
  async initialize(word: string): Promise<{ board: Board; created: boolean }> {
    const root = this.#roots[0]
    if (this.#options.readOnly) throw kanbanError('read_only', 'the server runs in read-only mode')
    if (root === undefined) throw kanbanError('board_not_found', `board ${word}`, 'no kanban root is configured')
    const path = isAbsolute(word) ? this.#below(root, word) : insideOf(word)
    if (path === undefined) throw outside()
    const folder = parsePath(join(path, KANBAN))
    const created = (await root.find(folder)) === undefined
    if (created) await root.ensureDirectory(folder)
    this.#found = undefined
    return { board: this.#boardAt({ root, path, name: nameOfBoard(root, path) }), created }
  }

  async settle(): Promise<void> {
    for (const board of this.#open.values()) await board.settle()
  }

  async close(): Promise<void> {
    for (const board of this.#open.values()) await board.close()
    for (const root of this.#roots) root.close()
  }

  async #place(word: string): Promise<FoundBoard> {
    if (word === '.') return this.#byPath(word, '')
    if (isAbsolute(word) || /[/\\]/.test(word) || word === '..') return this.#byPath(word, word)
    const [first, ...others] = await this.#named(word)
    if (first === undefined) return this.#byPath(word, word)
    if (others.length === 0) return first
    const paths = [first, ...others].map((board) => `./${board.path}`).join(', ')
    throw kanbanError('board_ambiguous', `several boards are called ${word}`, `name one by its path: ${paths}`)
  }

  async #named(name: string): Promise<FoundBoard[]> {
    const known = (await this.#discover(false)).filter((board) => board.name === name)
    const there = await Promise.all(known.map((board) => this.#holdsBoard(board.root, board.path)))
    if (known.length > 0 && there.every(Boolean)) return known
    return (await this.#discover(true)).filter((board) => board.name === name)
  }

  async #byPath(word: string, path: string): Promise<FoundBoard> {
    let inside = false
    for (const root of path === '' ? this.#roots.slice(0, 1) : this.#roots) {
      const below = isAbsolute(path) ? this.#below(root, path) : insideOf(path)
      if (below === undefined) continue
      inside = true
      if (await this.#holdsBoard(root, below)) return { root, path: below, name: nameOfBoard(root, below) }
    }
    if (!inside && this.#roots.length > 0) throw outside()
    const shown = isAbsolute(word) ? basename(word) : word.slice(0, 80)
    throw kanbanError('board_not_found', `board ${shown}`, await this.#advice())
  }

  /** Of a board that is open one look at its name is enough: whatever has come in its place is refused or opened when it is read. */
  async #holdsBoard(root: Root, path: RelativePath): Promise<boolean> {
    const open = this.#open.get(join(root.absolutePath, joinPath(path, KANBAN)))
    return (await open?.root.find(TOP))?.kind === 'dir' || holdsFolder(root, path)
  }

  async #advice(): Promise<string> {
    const names = (await this.#discover(false)).map((board) => board.name)
    return names.length > 0 ? `known boards: ${names.slice(0, 10).join(', ')}` : 'make one with: shoko kanban init'
  }

  /** Undefined when the absolute path does not lie below the root. */
  #below(root: Root, absolute: string): RelativePath | undefined {
    const path = relative(root.absolutePath, resolve(absolute))
    return path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path) ? undefined : parseDirectory(path)
  }

  #boardAt({ root, path, name }: FoundBoard): Board {
    const below = joinPath(path, KANBAN)
    const place = join(root.absolutePath, below)
    const known = this.#open.get(place)
    if (known !== undefined) return known
    const { clock, logger, readOnly, arrivals } = this.#options
    const board = new Board({
      root: root.below(below, { lockPath: LOCK, hidden: 'reached' }),
      name,
      clock,
      logger,
      readOnly,
      arrivals,
    })
    this.#open.set(place, board)
    return board
  }

  async #discover(anew: boolean): Promise<readonly FoundBoard[]> {
    const now = performance.now()
    if (!anew && this.#found !== undefined && now - this.#found.at < DISCOVERY_LIFE_MS) return this.#found.boards
    const boards = await discoverBoards(this.#roots)
    this.#found = { at: now, boards }
    return boards
  }
}

/** A link in the way is an error of its own; anything else that is no board folder is just not there. */
async function holdsFolder(root: Root, path: RelativePath): Promise<boolean> {
  try {
    return (await root.find(parsePath(join(path, KANBAN))))?.kind === 'dir'
  } catch (error) {
    if (error instanceof DomainError && error.reason === 'not_found') return false
    throw error
  }
}

function insideOf(path: string): RelativePath | undefined {
  try {
    return parseDirectory(path)
  } catch {
    return undefined
  }
}

function nameOfBoard(root: Root, path: RelativePath): string {
  return basename(path === '' ? root.absolutePath : path)
}

function outside() {
  return kanbanError('outside_roots', 'board lies outside the configured roots', 'give a board id, or a path below a root')
}
