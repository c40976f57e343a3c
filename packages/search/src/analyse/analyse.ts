import { fold } from '../fold.ts'
import { normalizeWithMap } from '../normalize.ts'
import { stemEnglish } from './english.ts'
import { createJapaneseSegmenter, forEachGram, type JapaneseSegmenter } from './japanese.ts'
import { guessLanguage, isStopWord, type LatinLanguage } from './language.ts'
import { prepare, scanRuns } from './scan.ts'
import { stemSpanish } from './spanish.ts'
import { JAPANESE_STOP_WORDS } from './stop-words.ts'

/** `word`: what a reader calls a word, stemmed. `gram`: pieces of words, for compounds and other inflections. */
export type Channel = 'word' | 'gram'

export interface AnalysedTerm {
  readonly term: string
  readonly channel: Channel
  /** Where it stands in the text that was given. */
  readonly start: number
  readonly end: number
}

export interface AnalyseOptions {
  /** Of the Latin words; guessed from the text when absent. */
  readonly language?: LatinLanguage
}

/** Letters in a piece of a Latin word. Shorter words are a piece themselves. */
export const GRAM_LENGTH = 4

/** The terms of a text in Japanese, Spanish, English or all of them, in order. Queries and documents pass through here alike. */
export function analyse(text: string, options: AnalyseOptions = {}): AnalysedTerm[] {
  const mapped = normalizeWithMap(text)
  const terms: AnalysedTerm[] = []
  const emit: Emit = ({ start, end, ...term }) => terms.push({ ...term, ...mapped.sourceRange(start, end) })
  collect(mapped.text, { emit, language: options.language ?? guessLanguage(mapped.text) })
  return terms
}

/** The same terms without offsets, one list a channel: two columns for an index that knows nothing of language. */
export function analyseChannels(
  text: string,
  options: AnalyseOptions = {},
): { readonly words: string[]; readonly grams: string[] } {
  const words: string[] = []
  const grams: string[] = []
  const emit: Emit = ({ term, channel }) => (channel === 'word' ? words : grams).push(term)
  const prepared = prepare(text)
  collect(prepared, { emit, language: options.language ?? guessLanguage(prepared) })
  return { words, grams }
}

/** The stem of a folded word. Of an unknown language: English, whose rules hardly touch other words. */
export function stem(word: string, language: LatinLanguage): string {
  return language === 'es' ? stemSpanish(word) : stemEnglish(word)
}

type Emit = (term: AnalysedTerm) => void

interface Collection {
  readonly emit: Emit
  readonly language: LatinLanguage
  readonly segmenter?: JapaneseSegmenter
}

function collect(text: string, { emit, language, segmenter = createJapaneseSegmenter() }: Collection): void {
  scanRuns(text, {
    word(start, end) {
      const word = fold(text.slice(start, end))
      if (isStopWord(word, language)) return
      emit({ term: stem(word, language), channel: 'word', start, end })
      for (const gram of gramsOf(word)) emit({ term: gram, channel: 'gram', start, end })
    },
    japaneseRun(start, end) {
      forEachGram({ text, start, end }, (from, to) => emit({ term: text.slice(from, to), channel: 'gram', start: from, end: to }))
    },
    phrase(start, end) {
      const words = segmenter.words(text.slice(start, end))
      for (let i = 0; i < words.length; i += 2) {
        const [from, to] = [start + words[i]!, start + words[i + 1]!]
        const word = text.slice(from, to)
        if (!JAPANESE_STOP_WORDS.has(word)) emit({ term: word, channel: 'word', start: from, end: to })
      }
    },
  })
}

/** The pieces of a folded word. */
export function gramsOf(word: string): string[] {
  if (word.length <= GRAM_LENGTH) return [word]
  const grams: string[] = []
  for (let end = GRAM_LENGTH; end <= word.length; end++) grams.push(word.slice(end - GRAM_LENGTH, end))
  return grams
}
