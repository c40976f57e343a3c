/** V8 copies shorter parts of a text; a longer one keeps the whole text in memory for as long as it is kept. */
const COPIED_BELOW = 13

/** A word to be remembered, without the text that it was part of. */
export function ownText(word: string): string {
  return word.length < COPIED_BELOW ? word : ` ${word}`.slice(1)
}
