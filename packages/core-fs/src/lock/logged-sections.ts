import { AsyncLocalStorage } from 'node:async_hooks'
import { join } from 'node:path'
import { DomainError } from '@shoko/contract'
import type { SteadyFolder } from '../containment/steady-folder.ts'
import type { FsReason } from '../fs-error.ts'
import { parentOf, type RelativePath } from '../relative-path.ts'
import { listDirectory } from '../tree/list.ts'
import { readFile } from '../tree/read-file.ts'
import { walk } from '../tree/walk.ts'
import type { LoggedChange, OpenSection, SectionRequest, Sections } from './sections.ts'

const EMPTY = Buffer.alloc(0)

interface OpenLog {
  readonly section: OpenSection
  readonly before: Map<RelativePath, Buffer | undefined>
  /** Folders that may stand empty, or be gone, when the section ends. */
  readonly folders: Set<RelativePath>
  /** Those that were asked for. */
  readonly made: Set<RelativePath>
  isOpen: boolean
}

/** The sections of one root whose changes belong to more than this machine: each is one change of several files, or none. */
export class LoggedSections {
  readonly #folder: SteadyFolder
  readonly #absolutePath: string
  readonly #sections: Sections
  readonly #inside = new AsyncLocalStorage<OpenLog>()

  constructor(folder: SteadyFolder, at: { readonly absolutePath: string; readonly sections: Sections }) {
    this.#folder = folder
    this.#absolutePath = at.absolutePath
    this.#sections = at.sections
  }

  async run<T>(work: () => Promise<T>, request: SectionRequest): Promise<T> {
    if (this.#inside.getStore()?.isOpen) throw new Error('an exclusive section must not open another one on the same lock')
    const section = await this.#sections.enter(request)
    const log: OpenLog = { section, before: new Map(), folders: new Set(), made: new Set(), isOpen: true }
    const [outcome, changes] = await this.#folder.steadily(async () => {
      const [ended] = await Promise.allSettled([this.#inside.run(log, async () => work())])
      log.isOpen = false
      return [ended, await this.#changesOf(log)] as const
    })
    if (outcome.status === 'rejected') {
      await section.abandon(changes)
      throw outcome.reason
    }
    await section.commit(changes)
    return outcome.value
  }

  /** Remembers what these files are, before they are written. What belongs to everybody is written in a section or not at all. */
  async note(paths: readonly RelativePath[]): Promise<void> {
    const logged = paths.filter((path) => this.#sections.logs(join(this.#absolutePath, path)))
    if (logged.length === 0) return
    const log = this.#inside.getStore()
    if (log?.isOpen !== true) throw new Error(`${logged[0]}: is written outside a section`)
    log.section.begin()
    for (const path of logged) await this.#remember(log, path)
    if (paths.length === 2) await this.#rememberMove(log, paths[0]!, paths[1]!)
  }

  /** A folder is being made; it belongs to everybody when it is made in a section. */
  noteFolder(path: RelativePath): void {
    const log = this.#inside.getStore()
    if (log?.isOpen !== true || path === '' || !this.#sections.logs(join(this.#absolutePath, path))) return
    log.section.begin()
    log.made.add(path)
  }

  async #remember(log: OpenLog, path: RelativePath): Promise<void> {
    if (!log.before.has(path)) log.before.set(path, await this.#bytesOf(path))
    log.folders.add(parentOf(path))
  }

  /** A folder moves with all that is in it. */
  async #rememberMove(log: OpenLog, from: RelativePath, to: RelativePath): Promise<void> {
    if (!this.#isFolder(from)) return
    const moved = (path: string) => `${to}${path.slice(from.length)}` as RelativePath // below a path that was parsed
    for (const { path } of await walk(this.#folder, { dir: from, hidden: true })) {
      await this.#remember(log, path)
      await this.#remember(log, moved(path))
    }
    for (const folder of this.#foldersFrom(from)) log.folders.add(folder).add(moved(folder))
  }

  async #changesOf({ before, folders, made }: OpenLog): Promise<LoggedChange[]> {
    const changes: LoggedChange[] = []
    for (const [path, old] of before) {
      const after = await this.#bytesOf(path)
      if (old === after || (old !== undefined && after !== undefined && old.equals(after))) continue
      changes.push({ path: join(this.#absolutePath, path), before: old, after })
    }
    for (const folder of changes.length === 0 ? made : folders.union(made)) {
      const entries = folder === '' ? undefined : this.#entriesOf(folder)
      if (folder === '' || (entries?.length ?? 0) > 0) continue
      changes.push({ path: `${join(this.#absolutePath, folder)}/`, before: undefined, after: entries && EMPTY })
    }
    return changes
  }

  async #bytesOf(path: RelativePath): Promise<Buffer | undefined> {
    try {
      return (await readFile(this.#folder, path)).bytes
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  #isFolder(path: RelativePath): boolean {
    return this.#entriesOf(path) !== undefined
  }

  *#foldersFrom(path: RelativePath): Generator<RelativePath> {
    yield path
    for (const entry of this.#entriesOf(path) ?? []) if (entry.kind === 'dir') yield* this.#foldersFrom(entry.path)
  }

  /** Undefined: no folder. */
  #entriesOf(path: RelativePath) {
    try {
      return listDirectory(this.#folder, path)
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }
}

function isMissing(error: unknown): boolean {
  if (error instanceof DomainError) return (error as DomainError<FsReason>).reason === 'not_found'
  return ['ENOENT', 'ENOTDIR', 'EISDIR'].includes(String((error as NodeJS.ErrnoException)?.code))
}
