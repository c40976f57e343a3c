export { type AnalysedTerm, type AnalyseOptions, analyse, analyseChannels, type Channel } from './analyse/analyse.ts'
export { stemEnglish } from './analyse/english.ts'
export { guessLanguage, isStopWord, type LatinLanguage } from './analyse/language.ts'
export { highlightTerms, presentTerms, type QueryTerm, queryTerms, type TermRange } from './analyse/query-terms.ts'
export { type RunVisitor, scanRuns } from './analyse/scan.ts'
export { stemSpanish } from './analyse/spanish.ts'
export { type Stems, stemsOf } from './analyse/stems.ts'
export { fold, type SlugOptions, slugify } from './fold.ts'
export { IndexFormatError } from './index/binary.ts'
export type {
  Contribution,
  FieldOptions,
  FieldTerms,
  Key,
  LexicalHit,
  LexicalIndex,
  SearchOptions,
} from './index/lexical-index.ts'
export { createMiniSearchIndex, type FuzzyIndex, loadMiniSearchIndex } from './index/minisearch-index.ts'
export { createPostingsIndex, loadPostingsIndex } from './index/postings-index.ts'
export { compactLoose, compactLooseWithMap, type LooseMatcher, looseMatcher, loosePattern } from './loose.ts'
export type { MappedText, TextRange } from './mapped-text.ts'
export { normalize, normalizeLine, normalizeWithMap } from './normalize.ts'
export {
  bestConfidence,
  choosePassages,
  DEFAULT_MAX_CHARS,
  DEFAULT_MAX_PASSAGES,
  type Passage,
  type PassageLimits,
  type PassageOptions,
  type PassageSource,
} from './passages/choose-passages.ts'
export type { PassageEvidence } from './passages/confidence.ts'
export { informationOf } from './passages/information.ts'
export { sectionsOf, type TextSection } from './passages/note-sections.ts'
export type { Information } from './passages/question.ts'
export { type PreparedSection, prepareSection } from './passages/section.ts'
export { SectionShelf } from './passages/section-shelf.ts'
export { countBeginning } from './passages/section-words.ts'
export { type Sentence, type SentenceKind, type SentenceOptions, sentencesOf } from './passages/sentences.ts'
export type { RankerDocument, RankerSection } from './rank/corpus.ts'
export type { Explanation, ScoreParts, TermExplanation } from './rank/explain.ts'
export { type Embedder, type RankCandidate, type RankRequest, type Reranker, rank } from './rank/rank.ts'
export {
  createRanker,
  loadRanker,
  type RankedSection,
  type Ranker,
  type RankerOptions,
  type Ranking,
  type RankSearchOptions,
  type ScoredSection,
  type TakenSection,
  type TakeOptions,
} from './rank/ranker.ts'
export { byScore } from './rank/score-order.ts'
export { DEFAULT_WEIGHTS, type RankWeights } from './rank/weights.ts'
export { type Comparison, compareStatements } from './statement/compare.ts'
export { isContrasting, type StatementContext } from './statement/contrast.ts'
export { languageOfSentence, readStatement, type Statement, type StatementLanguage, subjectWords } from './statement/statement.ts'
export { areAlike } from './statement/word-match.ts'
