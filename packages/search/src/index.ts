export { analyseChannels } from './analyse/analyse.ts'
export { guessLanguage, isSomeStopWord, languageOfQuery, languageOfText } from './analyse/language.ts'
export { presentTerms, type QueryTerm, queryTerms } from './analyse/query-terms.ts'
export { isFormOf } from './analyse/stems.ts'
export { isAsciiWordUnit } from './ascii.ts'
export { fold, type SlugOptions, slugify } from './fold.ts'
export { IndexFormatError } from './index/binary.ts'
export { keptColumns } from './index/kept-columns.ts'
export { FACETS, type FacetName } from './languages/language.ts'
export { LANGUAGES, type LanguageCode } from './languages/registry.ts'
export { compactLoose, loosePattern, looseTest } from './loose/loose.ts'
export { LooseText } from './loose/loose-text.ts'
export { createLooseMatcher, type LooseTest } from './loose/match-loosely.ts'
export { normalize, normalizeLine } from './normalize.ts'
export { ownText } from './own-text.ts'
export {
  bestConfidence,
  choosePassages,
  DEFAULT_MAX_CHARS,
  DEFAULT_MAX_PASSAGES,
  type Passage,
  type PassageLimits,
  type PassageOptions,
  type PassageSentence,
  type PassageSource,
} from './passages/choose-passages.ts'
export type { PassageEvidence } from './passages/confidence.ts'
export { informationOf } from './passages/information.ts'
export { sectionsOf, type TextSection } from './passages/note-sections.ts'
export { type Information, MAX_TERMS } from './passages/question.ts'
export { type PreparedSection, prepareSection } from './passages/section.ts'
export { SectionShelf } from './passages/section-shelf.ts'
export { type Beginning, beginningOf, sentencesBeginning } from './passages/section-words.ts'
export { type Sentence, type SentenceKind, type SentenceOptions, sentencesOf } from './passages/sentences.ts'
export type { RankerDocument, RankerSection } from './rank/corpus.ts'
export type { Explanation, ScoreParts, TermExplanation } from './rank/explain.ts'
export type {
  RankedSection,
  Ranking,
  RankSearchOptions,
  ScoredSection,
  TakenSection,
  TakeOptions,
} from './rank/ranked-section.ts'
export { createRanker, loadRanker, loadRankerIfFit, type Ranker, type RankerOptions } from './rank/ranker.ts'
export { byScore } from './rank/score-order.ts'
export { DEFAULT_WEIGHTS, type RankWeights } from './rank/weights.ts'
export { type Comparison, compareStatements } from './statement/compare.ts'
export { isContrasting, type StatementContext } from './statement/contrast.ts'
export { readStatement, type Statement, subjectWords } from './statement/statement.ts'
export { areAlike } from './statement/word-match.ts'
export type { TextRange } from './text-range.ts'
export { type TitleEntry, titleKey } from './titles/title-entry.ts'
export { didYouMean, titlesLike, titlesMeant } from './titles/titles-like.ts'
