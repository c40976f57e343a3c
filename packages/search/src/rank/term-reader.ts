import { GRAM_LENGTH } from '../analyse/analyse.ts'
import { forEachGram, type JapaneseSegmenter } from '../analyse/japanese.ts'
import type { GuessedLanguage } from '../analyse/language.ts'
import { scanUnits } from '../analyse/scan.ts'
import type { Steps } from '../index/binary.ts'
import { NumberList } from '../index/growable.ts'
import type { TermTable } from '../index/term-table.ts'
import { TextUnits } from '../text-units.ts'
import { isStopIn, STOP_JAPANESE, type Vocabulary } from './vocabulary.ts'

/** Letters that are read in one step. */
const PIECE = 1 << 15

/** Where a piece ends that begins here: behind a line, else a word; in the middle of one only when it is longer than a piece. */
function pieceEnd(text: string, start: number): number {
  if (text.length - start <= PIECE) return text.length
  const stop = start + PIECE
  for (const separator of ['\n', ' ', '、', '。']) {
    const at = text.lastIndexOf(separator, stop - 1)
    if (at >= start) return at + 1
  }
  return isLowSurrogate(text.charCodeAt(stop)) ? stop + 1 : stop
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}

/** Turns texts into term numbers, without making a string for a word that is known. The analysis is that of `analyse`, before stemming. */
export class TermReader {
  /** The words of the text read last, in order, and its Japanese grams. */
  readonly words = new NumberList()
  readonly grams = new NumberList()
  /** How many grams of both kinds the text has: Latin ones are counted but not listed, they follow from the words. */
  gramLength = 0

  private readonly vocabulary: Vocabulary
  private readonly japaneseGrams: TermTable
  private readonly segmenter: JapaneseSegmenter
  private readonly letters = new TextUnits()

  constructor(
    { vocabulary, japaneseGrams }: { readonly vocabulary: Vocabulary; readonly japaneseGrams: TermTable },
    segmenter: JapaneseSegmenter,
  ) {
    this.vocabulary = vocabulary
    this.japaneseGrams = japaneseGrams
    this.segmenter = segmenter
  }

  /** Of folded texts, one after the other; joined they would be a string that is slow to read letter by letter. In steps, for one may be long. */
  *read(texts: readonly string[], language: GuessedLanguage): Steps<void> {
    this.forget()
    for (const text of texts) {
      for (let at = 0; at < text.length; ) {
        const end = pieceEnd(text, at)
        this.readOne(at === 0 && end === text.length ? text : text.slice(at, end), language)
        at = end
        yield
      }
    }
    this.letters.shed()
    this.gramLength += this.grams.length
  }

  /** What was read, and the room that only a very long text needs. */
  forget(): void {
    this.words.clear()
    this.grams.clear()
    this.gramLength = 0
  }

  private readOne(text: string, language: GuessedLanguage): void {
    const { data } = this.letters.load(text)
    scanUnits(this.letters, {
      word: (start, end) => {
        const id = this.vocabulary.internUnits(data, start, end)
        if (isStopIn(language, this.vocabulary.flagsOf(id))) return
        this.words.push(id)
        this.gramLength += Math.max(1, end - start - GRAM_LENGTH + 1)
      },
      japaneseRun: (start, end) =>
        forEachGram({ text, start, end }, (from, to) => this.grams.push(this.japaneseGrams.internUnits(data, from, to))),
      phrase: (start, end) => this.addPhrase(text.slice(start, end)),
    })
  }

  private addPhrase(phrase: string): void {
    const words = this.segmenter.words(phrase)
    for (let i = 0; i < words.length; i += 2) {
      const id = this.vocabulary.intern(phrase, words[i]!, words[i + 1]!)
      if ((this.vocabulary.flagsOf(id) & STOP_JAPANESE) === 0) this.words.push(id)
    }
  }
}
