import { DomainError } from '@shoko/contract'
import type { RelativePath, Root, TextFile } from '@shoko/core-fs'
import { yieldEvery } from '@shoko/follow'
import { MAX_NOTE_BYTES } from './link-index.ts'
import type { MoveRecord, UpdatedLinks } from './move-journal.ts'
import type { MoveParts } from './move-notes.ts'
import { isBelow, movedPath } from './note-names.ts'
import { type MoveView, rewriteLinks } from './rewrite-links.ts'
import { placeBeforeTrash } from './trash.ts'

export interface LinkUpdate {
  readonly links: readonly UpdatedLinks[]
  readonly warnings: readonly string[]
}

/** Flushes of several files run beside each other. */
const AT_ONCE = 8
const NAMED = 5

/** The files have moved: writes the links anew, in the moved notes and in those that lead to them. */
export async function updateLinks(parts: MoveParts, record: MoveRecord, view: MoveView): Promise<LinkUpdate> {
  const update = new Update(parts, record, view)
  await inParallel(update.notes(), (path) => update.rewrite(path))
  return update.outcome()
}

class Update {
  readonly #root: Root
  readonly #parts: MoveParts
  readonly #record: MoveRecord
  readonly #view: MoveView
  readonly #links: UpdatedLinks[] = []
  readonly #troubles = new Troubles()
  readonly #own: ReadonlyMap<string, MoveRecord['own'][number]>
  readonly #giveWay = yieldEvery()

  constructor(parts: MoveParts, record: MoveRecord, view: MoveView) {
    this.#root = parts.root
    this.#parts = parts
    this.#record = record
    this.#view = view
    this.#own = new Map(record.own.map((note) => [note.path, note]))
  }

  /** Those whose own links change, and all that may mention a name which moved, old or new. */
  notes(): RelativePath[] {
    const { to } = this.#record
    const { names } = this.#parts.links
    const own = [...this.#own.keys()].filter((path) => names.paths.has(path as RelativePath)) as RelativePath[] // just looked up
    if (placeBeforeTrash(this.#record.from) !== undefined) return own
    const moved = [...names.paths].filter((path) => isBelow(path, to))
    const back = { from: to, to: this.#record.from }
    const mentioning = this.#parts.links.mentioning([
      ...moved,
      ...moved.map((path) => movedPath(path, back)),
      to,
      this.#record.from,
    ])
    return [...new Set([...own, ...mentioning])]
  }

  async rewrite(path: RelativePath): Promise<void> {
    await this.#giveWay()
    try {
      const note = await this.#root.readText(path)
      if (this.#isToBeRewritten(path, note)) await this.#rewriteNote(path, note)
    } catch (error) {
      if (!(error instanceof DomainError) || !LEFT_ALONE.has(error.reason)) throw error
      this.#troubles.left(path, error.reason)
    }
  }

  outcome(): LinkUpdate {
    for (const path of this.#parts.links.unread) this.#troubles.left(path, 'unread')
    const links = this.#links.sort((a, b) => (a.path < b.path ? -1 : 1))
    return { links, warnings: this.#troubles.words() }
  }

  /** A moved note is read from where it was, once: what it holds tells whether that has been done. */
  #isToBeRewritten(path: RelativePath, note: TextFile): boolean {
    if (!isBelow(path, this.#record.to)) return note.info.size <= MAX_NOTE_BYTES
    const own = this.#own.get(path)
    if (own === undefined || note.hash === own.after) return false
    if (note.hash === own.before) return true
    this.#troubles.left(path, 'changed')
    return false
  }

  async #rewriteNote(path: RelativePath, note: TextFile): Promise<void> {
    const { from, to } = this.#view.move
    const { text, count, lost, captured } = rewriteLinks(note.text, movedPath(path, { from: to, to: from }), this.#view)
    if (lost.length > 0) this.#troubles.add('lost', path)
    if (captured.length > 0) this.#troubles.add('captured', path)
    if (count === 0) return
    await this.#root.replace(path, text, { hash: note.hash })
    this.#links.push({ path, count })
  }
}

/** Troubles of one file, which must not keep the others from being done. */
const LEFT_ALONE = new Set(['changed', 'busy', 'not_found', 'permission_denied', 'linked', 'outside_root', 'not_text'])

type Trouble = 'changed' | 'closed' | 'unread' | 'lost' | 'captured'

class Troubles {
  readonly #paths = new Map<Trouble, string[]>()

  left(path: RelativePath, reason: string): void {
    if (reason === 'not_found') return // gone meanwhile, and its links with it
    this.add(
      reason === 'changed' || reason === 'busy' ? 'changed' : reason === 'unread' || reason === 'not_text' ? 'unread' : 'closed',
      path,
    )
  }

  add(trouble: Trouble, path: string): void {
    const paths = this.#paths.get(trouble)
    if (paths === undefined) this.#paths.set(trouble, [path])
    else if (!paths.includes(path)) paths.push(path)
  }

  words(): string[] {
    return [...this.#paths].map(([trouble, paths]) => WORDS[trouble](listed(paths)))
  }
}

const WORDS: Readonly<Record<Trouble, (paths: string) => string>> = {
  changed: (paths) => `changed by another program meanwhile, links left as they were: ${paths}`,
  closed: (paths) => `may not be written, links left as they were: ${paths}`,
  unread: (paths) => `not looked through for links (no UTF-8 text, closed, or over 1 MiB): ${paths}`,
  lost: (paths) => `hold links that cannot name the new path and were left: ${paths}`,
  captured: (paths) => `hold links by name that lead to the moved note from now on, because it took that name: ${paths}`,
}

function listed(paths: readonly string[]): string {
  const shown = paths.toSorted().slice(0, NAMED).join(', ')
  return paths.length > NAMED ? `${shown} and ${paths.length - NAMED} more` : shown
}

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = items[Symbol.iterator]()
  const worker = async () => {
    for (const item of waiting) await work(item)
  }
  const outcomes = await Promise.allSettled(Array.from({ length: AT_ONCE }, worker))
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}
