import { areCompatible, isSameAmount, isSameKind, type Quantity } from './quantity.ts'
import type { Clause, Statement } from './statement.ts'
import { areAlike } from './word-match.ts'

/** `same`: says the same of the same thing. `unrelated` also when it cannot be told. */
export type Comparison = 'same' | 'opposite' | 'other_quantity' | 'unrelated'

/** Which share of its words each of two clauses must have in common with the other to be about the same thing. */
const SHARED = 0.74

/** When unsure, the statements are unrelated: a false alarm costs more than a missed conflict. */
export function compareStatements(a: Statement, b: Statement): Comparison {
  if (a.language !== b.language) return 'unrelated'
  let agreed = false
  for (const one of a.clauses) {
    for (const other of b.clauses) {
      const said = compareClauses(one, other)
      if (said === 'same') agreed = true
      if (said !== 'opposite' && said !== 'other_quantity') continue
      return a.isException || b.isException ? 'unrelated' : said
    }
  }
  return agreed ? 'same' : 'unrelated'
}

function compareClauses(a: Clause, b: Clause): Comparison {
  if (!isSameSubject(a, b)) return 'unrelated'
  const amounts = compareQuantities(a.quantities, b.quantities)
  const polarity = comparePolarity(a, b)
  if (amounts === 'unsure' || polarity === 'unsure') return 'unrelated'
  if (amounts === 'other') return polarity === 'same' ? 'other_quantity' : 'unrelated'
  return polarity === 'opposite' ? 'opposite' : 'same'
}

/**
 * What both say apart from polarity and quantities is nearly the same. Where each has a word that the other lacks, they speak of
 * two things (家族割引 and 学生割引); a condition that only one of them names makes it a special case of the other.
 */
export function isSameSubject(a: Clause, b: Clause): boolean {
  const [ours, theirs] = [wordsOf(a), wordsOf(b)]
  if (ours.length === 0 || theirs.length === 0) return false
  if (a.conditions.some((word) => !holds(theirs, word)) || b.conditions.some((word) => !holds(ours, word))) return false
  const lackedByB = ours.filter((word) => !holds(theirs, word)).length
  const lackedByA = theirs.filter((word) => !holds(ours, word)).length
  if (lackedByA > 0 && lackedByB > 0) return false
  return 1 - lackedByB / ours.length >= SHARED && 1 - lackedByA / theirs.length >= SHARED
}

function wordsOf({ subject, conditions }: Clause): readonly string[] {
  return [...subject, ...conditions]
}

function holds(words: readonly string[], word: string): boolean {
  return words.some((own) => areAlike(own, word))
}

type Polarity = 'same' | 'opposite' | 'unsure'

function comparePolarity(a: Clause, b: Clause): Polarity {
  if (a.sign === 0 || b.sign === 0) return 'unsure'
  if (a.axes.size > 0 && b.axes.size > 0 && ![...a.axes].some((axis) => b.axes.has(axis))) return 'unsure'
  const differing = [...a.sides].filter(([side, sign]) => b.sides.has(side) && b.sides.get(side) !== sign).length
  if (differing > 1) return 'unsure'
  const stance = compareStances(a, b)
  if (differing === 0 || stance === 'unsure') return stance
  return stance === 'same' ? 'opposite' : 'unsure'
}

function compareStances(a: Clause, b: Clause): Polarity {
  if (a.mode === 'waives' || b.mode === 'waives') return compareWaiver(a, b)
  if (a.sign === b.sign) return 'same'
  // What can be switched off may well be on.
  const optional = (a.mode === 'permits' && b.mode === 'plain') || (b.mode === 'permits' && a.mode === 'plain')
  return optional && (a.axes.has('enable') || b.axes.has('enable')) ? 'unsure' : 'opposite'
}

/** "Not required" stands against "required", and says nothing about what is allowed or done. */
function compareWaiver(a: Clause, b: Clause): Polarity {
  if (a.mode === b.mode) return a.sign === b.sign ? 'same' : 'unsure'
  const other = a.mode === 'waives' ? b : a
  return other.mode === 'binds' && a.sign === b.sign ? 'opposite' : 'unsure'
}

type Amounts = 'same' | 'other' | 'unsure'

/** One figure may differ; where two do, the sentences speak of two cases (after 6 months 10 days, after 18 months 11 days). */
function compareQuantities(a: readonly Quantity[], b: readonly Quantity[]): Amounts {
  if (isConditional(a, b) || isConditional(b, a)) return 'unsure'
  let others = 0
  for (const kind of new Set(a.map((quantity) => quantity.kind))) {
    const [ours, theirs] = [ofKind(a, kind), ofKind(b, kind)]
    if (theirs.length === 0) continue
    if (ours.length !== theirs.length) {
      if (isContained(ours, theirs) || isContained(theirs, ours)) continue
      return 'unsure'
    }
    for (const [index, quantity] of ours.entries()) {
      const other = theirs[index]!
      if (isSameAmount(quantity, other) && areOpposed(quantity, other)) return 'unsure'
      if (!areCompatible(quantity, other)) others++
    }
  }
  if (others > 1) return 'unsure'
  return others === 1 ? 'other' : 'same'
}

/** A bounded figure of a kind that the other does not name is a condition: for groups of ten and more. */
function isConditional(a: readonly Quantity[], b: readonly Quantity[]): boolean {
  return a.some(({ kind, bound }) => bound !== 'exact' && ofKind(b, kind).length === 0) && b.length > 0
}

function ofKind(quantities: readonly Quantity[], kind: string): Quantity[] {
  return quantities.filter((quantity) => isSameKind(quantity.kind, kind))
}

function isContained(fewer: readonly Quantity[], more: readonly Quantity[]): boolean {
  return fewer.every((quantity) => more.some((other) => isSameAmount(quantity, other)))
}

/** Over 18 and under 18 divide one thing: what is said of the one is not said of the other. */
function areOpposed(a: Quantity, b: Quantity): boolean {
  return (a.bound === 'most' && b.bound === 'least') || (a.bound === 'least' && b.bound === 'most')
}
