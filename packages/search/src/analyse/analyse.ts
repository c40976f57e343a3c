import { fold } from '../fold.ts'
import { STOP_WORDS } from '../languages/registry.ts'
import { createJapaneseSegmenter, forEachGram } from './japanese.ts'
import { type GuessedLanguage, guessLanguage, isStopWord } from './language.ts'
import { prepare, scanRuns } from './scan.ts'
import { stemIn } from './stems.ts'

export interface AnalyseOptions {
  /** Of the Latin words; guessed from the text when absent. */
  readonly language?: GuessedLanguage
}

/** Letters in a piece of a Latin word. Shorter words are a piece themselves. */
export const GRAM_LENGTH = 4

/**
 * The terms of a text in any of the languages or several, in order: what a reader calls words, stemmed, and pieces of words, for
 * compounds and other inflections. Two columns for an index that knows nothing of language.
 */
export function analyseChannels(
  text: string,
  options: AnalyseOptions = {},
): { readonly words: string[]; readonly grams: string[] } {
  const words: string[] = []
  const grams: string[] = []
  const prepared = prepare(text)
  const language = options.language ?? guessLanguage(prepared)
  const segmenter = createJapaneseSegmenter()
  scanRuns(prepared, {
    word(start, end) {
      const word = fold(prepared.slice(start, end))
      if (isStopWord(word, language)) return
      words.push(stem(word, language))
      grams.push(...gramsOf(word))
    },
    japaneseRun: (start, end) => forEachGram({ text: prepared, start, end }, (from, to) => grams.push(prepared.slice(from, to))),
    phrase(start, end) {
      const found = segmenter.words(prepared.slice(start, end))
      for (let i = 0; i < found.length; i += 2) {
        const word = prepared.slice(start + found[i]!, start + found[i + 1]!)
        if (!STOP_WORDS.ja.has(word)) words.push(word)
      }
    },
  })
  return { words, grams }
}

/** The stem of a folded word. Of an unknown language: English, whose rules hardly touch other words. */
function stem(word: string, language: GuessedLanguage): string {
  return stemIn(language === 'unknown' ? 'en' : language, word)
}

/** The pieces of a folded word. */
function gramsOf(word: string): string[] {
  if (word.length <= GRAM_LENGTH) return [word]
  const grams: string[] = []
  for (let end = GRAM_LENGTH; end <= word.length; end++) grams.push(word.slice(end - GRAM_LENGTH, end))
  return grams
}
