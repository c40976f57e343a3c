import { looseTest, type QueryTerm } from '@shoko/search'
import type { VaultContext } from '../context.ts'
import type { Hit } from './gather.ts'
import { sectionText } from './note-passages.ts'

/** The terms of a query that stand in a section with separators between their letters: 入 院・給付金. */
export type LooseTerms = (hit: Pick<Hit, 'path' | 'section'>) => Promise<readonly number[]>

/** Shorter words are found between the letters of any text. */
const MIN_LATIN_LETTERS = 4
const MIN_LETTERS = 2

export function createLooseTerms(context: VaultContext, terms: readonly QueryTerm[]): LooseTerms {
  const tests = terms.map(({ text }) => (isLongEnough(text) ? looseTest(text) : undefined))
  return async ({ path, section }) => {
    const record = context.notes.records.get(path)
    const text = record === undefined ? undefined : (await sectionText(context, record, section))?.text
    if (text === undefined) return []
    return tests.flatMap((test, term) => (test?.(text) === true ? [term] : []))
  }
}

function isLongEnough(text: string): boolean {
  return text.length >= (/[a-z0-9]/.test(text) ? MIN_LATIN_LETTERS : MIN_LETTERS)
}
