import { byCode, type LanguageCode } from '../languages/registry.ts'

/** What speaks for a passage; shares of the question's information, 0..1, but for the scores. */
export interface PassageEvidence {
  /** Held by the passage's best sentences themselves. */
  readonly held: number
  /** The same with what the headings above them say, discounted. */
  readonly covered: number
  /** The most that one sentence holds: words that stand together mean more. */
  readonly close: number
  /** The largest share of one word that neither they nor the headings hold. */
  readonly missing: number
  /** The score by which it was chosen, and that of the best one of any other document. */
  readonly score: number
  readonly next: number
}

/** What one word may tell without its absence being noticed. */
const UNNOTICED = 0.25

/**
 * What a passage holds of the question, how close together, and how far it is ahead of the next document: in that order of
 * importance. One that has no rival is no surer for it than by what it holds. Where a word that tells much of the question is not
 * there at all, `doubt` takes a part of it: who asks for the salary of a baker is not answered by what is said of bakers.
 */
export function rawConfidence({ covered, close, missing, score, next }: PassageEvidence, doubt: number): number {
  const lead = score > 0 ? Math.max(-1, (score - next) / score) : 0
  const raw = 0.4 * covered + 0.3 * close + 0.3 * Math.min(lead, covered)
  return raw * (1 - doubt * Math.max(0, missing - UNNOTICED))
}

/**
 * One curve a language, so that a surer raw score is never less sure. Set by first passages of the visible question sets with half
 * of the articles indexed (confidence.test.ts).
 */
const CURVES = byCode(({ confidence }) => confidence)

/** 0..1, to three digits; 0 for what holds nothing of the question. */
export function confidenceIn(evidence: PassageEvidence, language: LanguageCode): number {
  return confidenceOf(rawConfidence(evidence, CURVES[language].doubt), language)
}

export function confidenceOf(raw: number, language: LanguageCode): number {
  if (raw <= 0) return 0
  const { middle, steepness } = CURVES[language]
  return Math.round(1000 / (1 + Math.exp(-steepness * (raw - middle)))) / 1000
}
