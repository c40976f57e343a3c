import { type ReadonlySignal, signal } from '@preact/signals'
import type { BoardModel } from '../board/board-model.ts'
import { cardUri } from '../board/cards.ts'
import { CallFailed } from '../client/mcp.ts'
import type { App } from '../state/app.ts'
import { changedFields, type Draft, draftOf, patchOf, type WholeCard } from './draft.ts'

export interface Note {
  readonly ts: string
  readonly type: string
  readonly text: string
  readonly tags?: readonly string[]
  readonly author?: string
}

/** Both versions and what they came from. */
export interface Conflict {
  readonly base: Draft
  readonly mine: Draft
  readonly theirs: Draft
  readonly hash: string
}

export interface CardModel {
  readonly card: ReadonlySignal<WholeCard | undefined>
  readonly base: ReadonlySignal<Draft | undefined>
  readonly draft: ReadonlySignal<Draft | undefined>
  readonly notes: ReadonlySignal<readonly Note[]>
  readonly failure: ReadonlySignal<unknown>
  readonly state: ReadonlySignal<'same' | 'unsaved' | 'saving'>
  /** Somebody else saved another version while this one is being edited. */
  readonly isOutdated: ReadonlySignal<boolean>
  readonly conflict: ReadonlySignal<Conflict | undefined>
  edit(key: keyof Draft, value: string): void
  save(): Promise<void>
  /** Compares now, before saving. */
  compare(): Promise<void>
  settle(result: Draft): Promise<void>
  discard(): void
  addNote(note: { readonly text: string; readonly type: string }): Promise<boolean>
  close(): void
}

export function createCardModel(app: App, board: BoardModel, cardId: string): CardModel {
  const [card, base] = [signal<WholeCard | undefined>(undefined), signal<Draft | undefined>(undefined)]
  const draft = signal<Draft | undefined>(undefined)
  const notes = signal<readonly Note[]>([])
  const failure = signal<unknown>(undefined)
  const state = signal<'same' | 'unsaved' | 'saving'>('same')
  const isOutdated = signal(false)
  const conflict = signal<Conflict | undefined>(undefined)
  const drawer = draftDrawer(`${board.board}/${cardId}`)
  const place = { board: board.board, cardId }

  /** A body that the tool would cut is read whole; the hash before and after says that it belongs to the same card. */
  async function fetchCard(): Promise<WholeCard> {
    const first = await app.mcp.call<WholeCard>('kanban_card', place)
    if (!first.truncated) return first
    const body = await app.mcp.read<string>(`${cardUri(board.board, cardId)}/body`)
    const second = await app.mcp.call<WholeCard>('kanban_card', place)
    return second.hash === first.hash ? { ...first, body, truncated: false } : fetchCard()
  }

  function show(found: WholeCard): void {
    card.value = found
    base.value = draftOf(found)
    draft.value = base.value
    state.value = 'same'
    isOutdated.value = false
  }

  async function load(): Promise<void> {
    try {
      const [found, journal] = await Promise.all([fetchCard(), fetchNotes()])
      failure.value = undefined
      notes.value = journal
      if (state.value === 'same') {
        const isFirst = card.value === undefined
        show(found)
        if (isFirst) restore(found)
      } else if (found.hash !== card.value?.hash) isOutdated.value = true
    } catch (error) {
      failure.value = error
    }
  }

  async function fetchNotes(): Promise<Note[]> {
    const { items } = await app.mcp.call<{ items: Note[] }>('kanban_notes_list', { ...place, all: true })
    return items
  }

  /** What was typed before a reload comes back, with the version it was typed on: saving it may then be a conflict. */
  function restore(found: WholeCard): void {
    const kept = drawer.read()
    if (kept === undefined) return
    base.value = kept.base
    draft.value = kept.draft
    card.value = { ...found, hash: kept.hash }
    state.value = 'unsaved'
    isOutdated.value = kept.hash !== found.hash
  }

  async function put(from: Draft, to: Draft, hash: string): Promise<void> {
    state.value = 'saving'
    try {
      const saved = await app.mcp.call<{ hash: string; warnings?: string[] }>('kanban_update', {
        ...place,
        expected_hash: hash,
        patch: patchOf(from, to),
      })
      board.mine(cardId)
      drawer.clear()
      conflict.value = undefined
      const label = app.t.edited(to.title)
      app.undo.push({ label, run: () => takeBack(to, from, saved.hash) })
      for (const warning of saved.warnings ?? []) app.say(warning)
      app.say(label, { label: app.t.undo, run: () => void app.undo.undo() })
      state.value = 'same'
      await load()
    } catch (error) {
      state.value = 'unsaved'
      if (error instanceof CallFailed && error.code === 'conflict') await compare()
      else app.complain(error)
    }
  }

  async function takeBack(from: Draft, to: Draft, hash: string): Promise<void> {
    await app.mcp.call('kanban_update', { ...place, expected_hash: hash, patch: patchOf(from, to) })
    board.mine(cardId)
    await load()
  }

  async function compare(): Promise<void> {
    if (base.value === undefined || draft.value === undefined) return
    try {
      const current = await fetchCard()
      conflict.value = { base: base.value, mine: draft.value, theirs: draftOf(current), hash: current.hash }
    } catch (error) {
      app.complain(error)
    }
  }

  const end = app.live.want(cardUri(board.board, cardId), () => void load())
  void load()

  return {
    card,
    base,
    draft,
    notes,
    failure,
    state,
    isOutdated,
    conflict,
    edit(key, value) {
      if (draft.value === undefined || base.value === undefined) return
      draft.value = { ...draft.value, [key]: value }
      const isChanged = changedFields(base.value, draft.value).length > 0
      if (state.value !== 'saving') state.value = isChanged ? 'unsaved' : 'same'
      if (isChanged) drawer.keep({ base: base.value, draft: draft.value, hash: card.value!.hash })
      else drawer.clear()
    },
    async save() {
      if (state.value !== 'unsaved' || base.value === undefined || draft.value === undefined) return
      await put(base.value, draft.value, card.value!.hash)
    },
    compare,
    async settle(result) {
      const found = conflict.value
      if (found === undefined) return
      if (changedFields(found.theirs, result).length === 0) return this.discard()
      // The result stands on their version: should a third one come between, that is what it is compared with.
      base.value = found.theirs
      card.value = { ...card.value!, hash: found.hash }
      draft.value = result
      drawer.keep({ base: found.theirs, draft: result, hash: found.hash })
      await put(found.theirs, result, found.hash)
    },
    discard() {
      drawer.clear()
      conflict.value = undefined
      state.value = 'same'
      draft.value = base.value
      void load()
    },
    async addNote(note) {
      try {
        await app.mcp.call('kanban_notes_append', { ...place, ...note })
        board.mine(cardId)
        notes.value = await fetchNotes()
        return true
      } catch (error) {
        app.complain(error)
        return false
      }
    },
    close: () => end(),
  }
}

interface KeptDraft {
  readonly base: Draft
  readonly draft: Draft
  readonly hash: string
}

/** Unsaved text outlives a reload of its tab. */
function draftDrawer(key: string) {
  const name = `shoko-draft:${key}`
  return {
    read(): KeptDraft | undefined {
      const text = sessionStorage.getItem(name)
      return text === null ? undefined : (JSON.parse(text) as KeptDraft)
    },
    keep: (kept: KeptDraft) => sessionStorage.setItem(name, JSON.stringify(kept)),
    clear: () => sessionStorage.removeItem(name),
  }
}
