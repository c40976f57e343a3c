import { isAscii } from '../ascii.ts'
import { fold } from '../fold.ts'
import { caseFold } from '../normalize.ts'
import { TextUnits } from '../text-units.ts'
import { phraseEnd } from './japanese.ts'
import { isJapanese, MARK, SEPARATOR, scriptOf, WORD } from './scripts.ts'

/** Text as the scanner wants it: composed, compatible forms unified, case folded. Accents stay until words are known. */
export function prepare(text: string): string {
  return isAscii(text) ? text.toLowerCase() : caseFold(text.normalize('NFKC'))
}

/** The same without accents: words in it are as an index of surface forms has them. */
export function foldedText(text: string): string {
  return fold(prepare(text))
}

export interface RunVisitor {
  /** A word of a script that writes words apart. */
  word(start: number, end: number): void
  /** A run of kanji and kana, whole. */
  japaneseRun(start: number, end: number): void
  /** One phrase of that run: what the Japanese segmenter takes. */
  phrase(start: number, end: number): void
}

/** Finds the runs of prepared text, in order; everything between them separates. */
export function scanRuns(text: string, visitor: RunVisitor): void {
  scanUnits(TextUnits.of(text), visitor)
}

/** The same for who has its letters in an array. */
export function scanUnits({ data, length }: TextUnits, visitor: RunVisitor): void {
  let at = 0
  while (at < length) {
    const script = scriptOf(data[at]!)
    const start = at++
    if (script === SEPARATOR || script === MARK) continue
    if (script === WORD) {
      while (at < length && isWordUnit(scriptOf(data[at]!))) at++
      visitor.word(start, at)
      continue
    }
    while (at < length && isJapaneseUnit(scriptOf(data[at]!))) at++
    visitor.japaneseRun(start, at)
    for (let from = start; from < at; ) {
      const to = phraseEnd(data, from, at)
      visitor.phrase(from, to)
      from = to
    }
  }
}

function isWordUnit(script: number): boolean {
  return script === WORD || script === MARK
}

function isJapaneseUnit(script: number): boolean {
  return isJapanese(script) || script === MARK
}
