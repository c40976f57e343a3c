import { type Beginning, beginningOf, compareStatements, isContrasting, sentencesBeginning } from '@shoko/search'
import type { PassageSource } from '../find/passages.ts'
import type { Relation } from './claim-graph.ts'
import { type Said, saidAt } from './said.ts'

export interface FoundEvidence {
  readonly said: Said
  readonly relation: Exclude<Relation, 'requires_followup'>
}

/** So many sentences that look alike, of so many of the best sections, are compared with a claim. */
const MAX_COMPARED = 60
const MAX_SOURCES = 5
/** Sentences about the same thing share three quarters of a clause's words; half of them, and all but two, are the same words. */
const MIN_SHARED = 0.74
const MIN_SAME = 0.5
const OTHER_WORDS = 2
const LETTERS_COMPARED = 4

/** Sentences of the best sections that say the same as a claim, or the opposite of it. */
export function findEvidence(claim: Said, sources: readonly PassageSource[]): FoundEvidence[] {
  const clauses = claim.statement.clauses.map(({ subject, conditions }) => beginningsOf([...subject, ...conditions]))
  const found: FoundEvidence[] = []
  let compared = 0
  for (const source of sources.slice(0, MAX_SOURCES)) {
    const alike = clauses.flatMap((words) => sentencesBeginning(source.text, words, leastOf(words.length)))
    for (const place of new Set(alike)) {
      if (compared++ >= MAX_COMPARED) return found
      const said = saidAt(source, place)
      if (said.text === claim.text && source === claim.source) continue
      const relation = relationBetween(claim, said)
      if (relation !== undefined) found.push({ said, relation })
    }
  }
  return found
}

function leastOf(words: number): number {
  return Math.max(Math.ceil(MIN_SAME * words), Math.ceil(MIN_SHARED * words) - OTHER_WORDS)
}

/** Words are looked for by their first letters only. */
function beginningsOf(words: readonly string[]): Beginning[] {
  return Array.from(new Set(words), (word) => beginningOf(word.slice(0, LETTERS_COMPARED)))
}

function relationBetween(claim: Said, said: Said): FoundEvidence['relation'] | undefined {
  if (said.text === claim.text) return 'supports'
  const comparison = compareStatements(claim.statement, said.statement)
  if (comparison === 'unrelated') return undefined
  if (comparison === 'same') return 'supports'
  // What stands in one section is one text: a rule and its cases, not two manuals that disagree.
  if (said.source === claim.source) return undefined
  return isContrasting(contextOf(claim), contextOf(said)) ? undefined : 'contradicts'
}

function contextOf({ statement, source }: Said) {
  return { statement, headings: source.headings }
}
