import { HIRAGANA, KANJI, MARK, scriptOf } from './scripts.ts'

/**
 * Words of Japanese runs. `Intl.Segmenter` costs about a microsecond a character, so a run is cut where a new phrase
 * begins (kanji with the hiragana that follow, katakana, hiragana) and each phrase is segmented once: phrases repeat, and
 * ranking with words of phrases is as good as with words of whole runs.
 */
export interface JapaneseSegmenter {
  /** Offsets of the words, as start, end, start, end, …, relative to the phrase. Single hiragana are not words. */
  words(phrase: string): readonly number[]
  /** Takes several phrases apart at once, for a third of what it takes one by one; `words` knows them then. None has a line end. */
  learn(phrases: readonly string[]): void
}

/** How many phrases to remember; beyond it the memory starts anew. */
const MAX_PHRASES = 200_000

/** Made when the first Japanese phrase comes, and once: it takes longer than most texts do, and remembers nothing. */
let segmenter: Intl.Segmenter | undefined

export function createJapaneseSegmenter(): JapaneseSegmenter {
  const known = new Map<string, readonly number[]>()
  const keep = (phrases: readonly string[]) => {
    if (known.size + phrases.length > MAX_PHRASES) known.clear()
    const words = segmented(phrases)
    for (let place = 0; place < phrases.length; place++) known.set(phrases[place]!, words[place]!)
    return words
  }
  return {
    words: (phrase) => known.get(phrase) ?? keep([phrase])[0]!,
    learn(phrases) {
      const unknown = phrases.filter((phrase) => !known.has(phrase))
      if (unknown.length > 0) keep(unknown)
    },
  }
}

/** A line each: words end where lines do, and the text is one to the segmenter. */
function segmented(phrases: readonly string[]): number[][] {
  segmenter ??= new Intl.Segmenter('ja', { granularity: 'word' })
  const words: number[][] = [[]]
  let start = 0
  for (const { segment, index } of segmenter.segment(phrases.join('\n'))) {
    if (segment === '\n') {
      words.push([])
      start = index + 1
    } else if (segment.length > 1 || scriptOf(segment.charCodeAt(0)) !== HIRAGANA) {
      words.at(-1)!.push(index - start, index - start + segment.length)
    }
  }
  return words
}

/** Where the phrase that begins at `start` ends, inside a Japanese run that ends at `end`. */
export function phraseEnd(units: Uint16Array, start: number, end: number): number {
  const script = scriptOf(units[start]!)
  let at = start
  while (at < end && continues(units[at]!, script)) at++
  if (script === KANJI) while (at < end && continues(units[at]!, HIRAGANA)) at++
  return at > start ? at : start + 1
}

function continues(unit: number, script: number): boolean {
  const here = scriptOf(unit)
  return here === script || here === MARK
}

/** Unigrams and bigrams of a Japanese run; hiragana alone is grammar and gives none. */
export function forEachGram(
  run: { readonly text: string; readonly start: number; readonly end: number },
  visit: (start: number, end: number) => void,
): void {
  const { text, start, end } = run
  for (let at = start; at < end; ) {
    const next = at + characterLength(text, at)
    const kana = scriptOf(text.charCodeAt(at)) === HIRAGANA
    if (!kana) visit(at, next)
    if (next < end && !(kana && scriptOf(text.charCodeAt(next)) === HIRAGANA)) visit(at, next + characterLength(text, next))
    at = next
  }
}

/** 2 for kanji outside the basic plane. */
function characterLength(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  return unit >= 0xd800 && unit <= 0xdbff && at + 1 < text.length ? 2 : 1
}
