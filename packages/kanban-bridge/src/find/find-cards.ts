import { type Call, plainCall } from '@shoko/contract'
import { choosePassages, type PassageSource } from '@shoko/search'
import type { KanbanContext } from '../context.ts'
import { SECTIONS, sectionText } from './card-search.ts'

export interface CardQuestion {
  readonly query: string
  readonly limits: { readonly maxPassages: number; readonly maxChars: number }
}

export interface CardPassage {
  /** What kanban/card takes. */
  readonly ref: { readonly board: string; readonly cardId: string }
  readonly heading: string
  readonly text: string
  readonly confidence: number
}

export interface CardFindings {
  readonly candidates: number
  /** Surest first. */
  readonly passages: readonly CardPassage[]
}

// As many sections as can hold the answer; more would only be read and passed over.
const CANDIDATES = 10

/** What the cards of all boards say to a question, in titles, bodies and notes. */
export async function findCards(ctx: KanbanContext, question: CardQuestion, call: Call = plainCall): Promise<CardFindings> {
  const { query, limits } = question
  const hits = await ctx.search.search(query, { limit: CANDIDATES, call })
  const found: { readonly source: PassageSource; readonly passage: Omit<CardPassage, 'text' | 'confidence'> }[] = []
  for (const { key, section, score } of hits) {
    const ranked = ctx.search.get(key)
    if (ranked === undefined) continue
    const { word, card } = ranked
    const heading = section === SECTIONS.notes ? `${card.title} > notes` : card.title
    const source = { text: await sectionText(ranked, section), headings: [card.title], score, document: key }
    found.push({ source, passage: { ref: { board: word, cardId: card.id }, heading } })
  }
  const sources = found.map(({ source }) => source)
  const { information } = ctx.search
  const chosen = choosePassages(query, sources, { ...limits, information })
  return {
    candidates: found.length,
    passages: chosen.map(({ source, text, confidence }) => ({ ...found[source]!.passage, text, confidence })),
  }
}
