import { fold, type QueryTerm } from '@shoko/search'
import { escapeRegex } from './regex.ts'

/** Says of text in uniform form whether a term may be in it. Never wrong when it says no. */
export type TermFilter = (uniform: string) => boolean

/** For each ASCII letter, a class of the accented letters that fold to it. */
const SPELLINGS = spellings()
/** Letters that folding writes as two, and marks that stand apart from their letter: too rare to be worth a pattern. */
const TAKEN_APART = /[æœßøłđħŧı]|[\u0300-\u036f]/

export function termFilter(term: QueryTerm): TermFilter {
  if (term.stems.length === 0) return () => false
  const pattern = new RegExp(term.stems.map((stem) => accentBlind(beginningOf(stem))).join('|'), 'u')
  return (uniform) => pattern.test(uniform) || TAKEN_APART.test(uniform)
}

/**
 * The part of a stem that every word with this stem begins with. Stems agree with their words up to the last letter
 * (`studi` and `study`), the shortest up to the last two (`die` and `dying`); other scripts have no stems.
 */
function beginningOf(stem: string): string {
  if (!/[a-z]$/.test(stem)) return stem
  return stem.slice(0, Math.max(1, stem.length - (stem.length > 3 ? 1 : 2)))
}

function accentBlind(beginning: string): string {
  return Array.from(beginning, (letter) => SPELLINGS.get(letter) ?? escapeRegex(letter)).join('')
}

function spellings(): ReadonlyMap<string, string> {
  const classes = new Map<string, string>()
  for (let unit = 0xc0; unit < 0x1f00; unit++) {
    const letter = String.fromCharCode(unit)
    const folded = fold(letter)
    if (/^[a-z]$/.test(folded)) classes.set(folded, (classes.get(folded) ?? folded) + letter)
  }
  return new Map(Array.from(classes, ([letter, accented]) => [letter, `[${accented}]`]))
}
