import type { QuestionLanguage } from './question.ts'

/** What speaks for a passage; shares of the question's information, 0..1, but for the scores. */
export interface PassageEvidence {
  /** Held by the passage's best sentences themselves. */
  readonly held: number
  /** The same with what the headings above them say, discounted. */
  readonly covered: number
  /** The most that one sentence holds: words that stand together mean more. */
  readonly close: number
  /** The score by which it was chosen, and that of the best one of any other document. */
  readonly score: number
  readonly next: number
}

/**
 * What a passage holds of the question, how close together, and how far it is ahead of the next document: in that order of
 * importance. One that has no rival is no surer for it than by what it holds.
 */
export function rawConfidence({ covered, close, score, next }: PassageEvidence): number {
  const lead = score > 0 ? Math.max(-1, (score - next) / score) : 0
  return 0.4 * covered + 0.3 * close + 0.3 * Math.min(lead, covered)
}

/** Logistic: where it is 0.5, and how steep it is there. */
const CURVES: Readonly<Record<QuestionLanguage, { readonly middle: number; readonly steepness: number }>> = {
  ja: { middle: 0.43, steepness: 12 },
  es: { middle: 0.45, steepness: 12 },
  en: { middle: 0.39, steepness: 12 },
}

export function confidenceOf(raw: number, language: QuestionLanguage): number {
  const { middle, steepness } = CURVES[language]
  return Math.round(1000 / (1 + Math.exp(-steepness * (raw - middle)))) / 1000
}
