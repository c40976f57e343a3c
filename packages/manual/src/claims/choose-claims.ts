import { READY_FROM } from '@shoko/contract'
import { areAlike, bestConfidence, compareStatements, type LanguageCode, subjectWords } from '@shoko/search'
import type { PassageSource, ReadPassage } from '../find/passages.ts'
import type { Facet } from '../words/facet-hints.ts'
import type { Asked } from './facets.ts'
import { type Said, saidAt, wordsOf } from './said.ts'

/** What the claims of a question are made from. */
export interface ClaimQuestion {
  readonly text: string
  readonly language: LanguageCode
  /** Terms that say what is asked about, by their place in the query, with the share of the question's information that each has. */
  readonly subject: readonly { readonly term: number; readonly share: number }[]
  readonly asked: Asked
}

/** A claim before its evidence is known; without a sentence it is what nobody answers. */
export interface ChosenClaim {
  readonly facet: Facet
  readonly said?: Said
  readonly confidence: number
}

const MAX_PER_FACET = 3
const MAX_CLAIMS = 8
/** A sentence is about what is asked from this share of the question's information on: by itself, and with its headings. */
const OWN_SHARE = 0.5
const HEADED_SHARE = 0.7
const MIN_OWN_SHARE = 0.25
/** Less than this is enough in the best passage only. */
const SURE_SHARE = 0.6
/** So many sentences, those that hold most of the question, are read as statements: that takes longer than all before it. */
const MAX_READ = 5
/** And none that holds less than this share of what the best of them does. */
const WORTH_READING = 0.75
/** A claim of the same facet beside the best one says nearly as much of what is asked. */
const NEAR_THE_BEST = 0.8

interface Candidate {
  readonly said: Said
  readonly share: number
  readonly confidence: number
  /** It stands in the best passage. */
  readonly isBest: boolean
}

/** Sentences of the best passages that hold the question's subject, by the facets that the question asks for. */
export function chooseClaims(question: ClaimQuestion, passages: readonly ReadPassage[]): ChosenClaim[] {
  const isReady = bestConfidence(passages.map(({ passage }) => passage)) >= READY_FROM
  const candidates = candidatesIn(question, passages, isReady)
  const chosen: ChosenClaim[] = []
  for (const facet of question.asked.facets) {
    const fitting = candidates.filter(({ said }) => speaksTo(facet, said) && !isTold(chosen, said))
    const taken = mostDifferent(fitting).slice(0, Math.min(MAX_PER_FACET, MAX_CLAIMS - chosen.length))
    chosen.push(...taken.map(({ said, confidence }) => ({ facet, said, confidence })))
    const isOpen = taken.length === 0 && !chosen.some((claim) => claim.facet === facet)
    if (isOpen && (!isReady || facet === 'exceptions' || facet === 'compare')) chosen.push({ facet, confidence: 0 })
  }
  return chosen.slice(0, MAX_CLAIMS)
}

function candidatesIn(question: ClaimQuestion, passages: readonly ReadPassage[], isReady: boolean): Candidate[] {
  const near = passages
    .flatMap((passage, place) => sentencesOf(question, passage, place === 0))
    .toSorted((a, b) => b.own - a.own)
    .slice(0, MAX_READ)
    .filter(({ own }, _place, [best]) => own >= WORTH_READING * best!.own)
  // What else a sentence holds of the question makes no difference where it stands alone, and surely is about it.
  const isSure = near.length === 1 && near[0]!.own >= SURE_SHARE
  const words = near.length === 0 || isSure ? [] : subjectWords(question.text, question.language)
  const all = near.map((sentence) => candidateOf(sentence, words)).toSorted((a, b) => b.share - a.share)
  const about = all.filter(({ share, isBest }) => share >= (isBest ? OWN_SHARE : SURE_SHARE))
  // What answers surely is a claim even where it does not repeat the question.
  const meant = about.length > 0 || !isReady ? about : all.slice(0, 1)
  if (!question.asked.isQuantity) return meant
  const counted = meant.filter(({ said }) => said.statement.clauses.some(({ quantities }) => quantities.length > 0))
  return counted.length > 0 ? counted : meant
}

/** A sentence of a passage: the share of the question's information that it holds, by itself and with its headings. */
interface Shown {
  readonly source: PassageSource
  readonly place: number
  readonly own: number
  readonly both: number
  readonly confidence: number
  readonly isBest: boolean
}

function sentencesOf(question: ClaimQuestion, { passage, source, sentences, headed }: ReadPassage, isBest: boolean): Shown[] {
  const { confidence } = passage
  const shown: Shown[] = []
  for (const { place, held } of sentences) {
    if (source.text.sentences.at(place).kind !== 'sentence') continue
    shown.push({ source, place, own: shareOf(question, held), both: shareOf(question, held, headed), confidence, isBest })
  }
  return shown
}

function candidateOf({ source, place, own, both, confidence, isBest }: Shown, words: readonly string[]): Candidate {
  const said = saidAt(source, place)
  const share = Math.max(own, shareOfWords(words, said))
  const isAbout = share >= OWN_SHARE || (share >= MIN_OWN_SHARE && both >= HEADED_SHARE)
  return { said, share: isAbout ? Math.max(share, OWN_SHARE) : share, confidence, isBest }
}

/** Of what is asked about, the share that a sentence holds, or the headings above it. */
function shareOf({ subject }: ClaimQuestion, held: Uint8Array, headed?: Uint8Array): number {
  let sum = 0
  for (let place = 0; place < subject.length; place++) {
    const { term, share } = subject[place]!
    if (held[term] === 1 || headed?.[term] === 1) sum += share
  }
  return sum
}

/** A sentence may say what is asked in other words, such as kept for retained. */
function shareOfWords(words: readonly string[], { statement }: Said): number {
  const own = wordsOf(statement)
  const share = words.filter((word) => own.some((other) => areAlike(other, word))).length / Math.max(1, words.length)
  return share
}

/** Beside the best sentence only those that say nearly as much of the question, and something else than the ones before. */
function mostDifferent(candidates: readonly Candidate[]): Candidate[] {
  const taken: Candidate[] = []
  for (const candidate of candidates) {
    if (candidate.share < NEAR_THE_BEST * candidates[0]!.share) break
    if (!taken.some(({ said }) => isAboutTheSame(said, candidate.said))) taken.push(candidate)
  }
  return taken
}

function isTold(chosen: readonly ChosenClaim[], said: Said): boolean {
  return chosen.some((claim) => claim.said !== undefined && isAboutTheSame(claim.said, said))
}

/** What agrees with a claim or stands against it is its evidence, not another claim. */
function isAboutTheSame(a: Said, b: Said): boolean {
  return a.text === b.text || compareStatements(a.statement, b.statement) !== 'unrelated'
}

/** A question that asks how or what is answered by any sentence about it; exceptions and comparisons must be said. */
function speaksTo(facet: Facet, { statement, text }: Said): boolean {
  if (facet === 'exceptions') return statement.isException || statement.clauses.some(excludes) || EXCEPTS.test(text)
  if (facet === 'compare') return COMPARES.test(text)
  return true
}

function excludes({ sign, conditions }: Said['statement']['clauses'][number]): boolean {
  return sign === -1 || conditions.length > 0
}

const EXCEPTS = /ただし|但し|除[くきい]|対象外|例外|except|unless|exclu|salvo|excepto|excepci/i
const COMPARES =
  /違い|異な|比べ|比較|に対し|一方|優先|より(?!も?\s*$)|\b(?:than|whereas|while|differ\w*|compar\w*|unlike|both|instead|priority|precedence)\b|\b(?:m[aá]s que|menos que|mientras|diferen\w*|compar\w*|en cambio|a diferencia|frente a|prevalece\w*)\b/i
