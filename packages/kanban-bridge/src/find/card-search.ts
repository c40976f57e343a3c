import type { Call } from '@shoko/contract'
import { nameOf } from '@shoko/core-fs'
import { yieldEvery } from '@shoko/follow'
import { createRanker, type QueryTerm, type RankedSection } from '@shoko/search'
import type { Board } from '../board/board.ts'
import type { Boards } from '../board/boards.ts'
import { notesOf } from '../board/notes-file.ts'
import { NOTES } from '../board/paths.ts'
import type { Card } from '../rules/card.ts'
import { canonicalId } from '../rules/card-id.ts'

/** A card of one of the boards, as it was last read for the ranking. */
export interface RankedCard {
  readonly board: Board
  /** What names the board in a call. */
  readonly word: string
  readonly card: Card
  /** The state of its journal's file. */
  readonly journal: string | undefined
}

/** The two texts of a card, as the ranking's sections number them. */
export const SECTIONS = { body: 0, notes: 1 } as const

/** A ranking of the cards of all boards. It is brought up to date by each question: what a hand has changed is found at once. */
export class CardSearch {
  readonly #boards: Boards
  readonly #ranker = createRanker()
  readonly #known = new Map<string, RankedCard>()
  #work: Promise<void> = Promise.resolve()

  constructor(boards: Boards) {
    this.#boards = boards
  }

  readonly information = (term: QueryTerm): number => this.#ranker.information(term)

  async search(query: string, { limit, call }: { readonly limit: number; readonly call: Call }): Promise<RankedSection[]> {
    const update = this.#work.then(() => this.#bringUpToDate(call))
    this.#work = update.catch(() => {}) // who asked is told; who asks next begins anew
    await update
    return this.#ranker.search(query, { limit })
  }

  get(key: string): RankedCard | undefined {
    return this.#known.get(key)
  }

  async #bringUpToDate({ signal }: Call): Promise<void> {
    const seen = new Set<string>()
    const giveWay = yieldEvery()
    for (const found of await this.#boards.all()) {
      const word = await this.#boards.aliasOf(found)
      const board = await this.#boards.find(word)
      const journals = await journalsOf(board)
      for (const card of await board.index.everyCard()) {
        signal.throwIfAborted()
        const key = `${word}\n${card.id}`
        seen.add(key)
        const ranked = { board, word, card, journal: journals.get(card.id) }
        const known = this.#known.get(key)
        if (known?.card !== card || known.journal !== ranked.journal) await this.#add(key, ranked)
        await giveWay()
      }
    }
    for (const key of this.#known.keys()) if (!seen.has(key)) this.#remove(key)
  }

  async #add(key: string, ranked: RankedCard): Promise<void> {
    const { title } = ranked.card
    const sections = [
      { headings: [title], text: await sectionText(ranked, SECTIONS.body) },
      { headings: [title], text: ranked.journal === undefined ? '' : await sectionText(ranked, SECTIONS.notes) },
    ]
    this.#ranker.add({ key, title, sections })
    this.#known.set(key, ranked)
  }

  #remove(key: string): void {
    this.#ranker.remove(key)
    this.#known.delete(key)
  }
}

/** What a passage can be taken from: the body, the title where there is none, or what was noted. */
export async function sectionText({ board, card }: RankedCard, section: number): Promise<string> {
  if (section === SECTIONS.notes) return (await notesOf(board, card.id)).notes.map(({ text }) => text).join('\n\n')
  const body = await board.index.bodyOf(card)
  return body.trim() === '' ? card.title : body
}

async function journalsOf(board: Board): Promise<Map<string, string>> {
  const folder = await board.root.find(NOTES)
  const files = folder?.kind === 'dir' ? await board.root.walk({ dir: NOTES, stats: true }) : []
  return new Map(
    files.map(({ path, info }) => {
      const id = canonicalId(nameOf(path).replace(/\.ndjson$/i, ''))
      return [id, `${info?.ino} ${info?.size} ${info?.mtimeMs}`]
    }),
  )
}
