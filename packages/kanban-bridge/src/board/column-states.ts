import { nameOf, type RelativePath, type WatchBatch } from '@shoko/core-fs'
import { isMarkdownName } from './paths.ts'

interface ColumnState {
  /** When the last whole look at the column began; by performance.now(). */
  sweptAt: number
  /** Of which events have come since. */
  changed: Set<RelativePath>
}

// Some file systems (network, containers) change files without telling: every so often the files themselves are asked.
const MAX_TRUST_MS = 2_000
const MAX_CHANGES = 200
// A new folder is watched a moment after it appeared, and what came into it meanwhile has no event.
const NEW_FOLDER_MS = 1_000

/** What events say about each column since it was last looked through. */
export class ColumnStates {
  readonly #states = new Map<string, ColumnState>()
  readonly #distrustedUntil = new Map<string, number>()

  note({ paths, overflow }: WatchBatch): void {
    if (overflow) this.#states.clear()
    for (const path of paths) {
      const column = path.split('/', 1)[0]!
      if (!isMarkdownName(nameOf(path))) this.#distrustedUntil.set(column, performance.now() + NEW_FOLDER_MS)
      const state = this.#states.get(column)
      if (state === undefined) continue
      if (state.changed.size > MAX_CHANGES) this.#states.delete(column)
      else state.changed.add(path)
    }
  }

  /** The next look is a whole one. */
  forget(column: string): void {
    this.#states.delete(column)
  }

  /** Events from here on count as later than the sweep. */
  begin(column: string): void {
    this.#states.set(column, { sweptAt: Number.NEGATIVE_INFINITY, changed: new Set() })
  }

  end(column: string, startedAt: number): void {
    const state = this.#states.get(column)
    if (state !== undefined) state.sweptAt = startedAt
  }

  /** The files to look at again, when events since then can be relied on; undefined: look at all. */
  changedSince(column: string, trustedSince: number): RelativePath[] | undefined {
    const state = this.#states.get(column)
    const now = performance.now()
    if (state === undefined || now < (this.#distrustedUntil.get(column) ?? 0)) return undefined
    if (state.sweptAt < trustedSince || now - state.sweptAt > MAX_TRUST_MS) return undefined
    const changed = [...state.changed]
    state.changed.clear()
    return changed
  }
}
