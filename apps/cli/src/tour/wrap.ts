import { cellsOf, widthOf } from '../terminal/width.ts'

/** These do not begin a line in Japanese. */
const NOT_FIRST = /^[、。，．」』）！？：；・ー…]/u

/** These do not end one. */
const NOT_LAST = /[「『（]$/u

/** Breaks a text into lines of at most so many cells: at spaces, and between Japanese characters. */
export function wrap(text: string, cells: number): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const piece of pieces(text).flatMap((whole) => chop(whole, cells))) {
    if (line !== '' && widthOf(line) + widthOf(piece.trimEnd()) > cells && !NOT_FIRST.test(piece)) {
      lines.push(line.trimEnd())
      line = ''
    }
    line += line === '' ? piece.trimStart() : piece
  }
  return line === '' && lines.length > 0 ? lines : [...lines, line.trimEnd()]
}

/** A word that is longer than a line, such as a path, is cut where the line ends. */
function chop(word: string, cells: number): readonly string[] {
  if (widthOf(word.trimEnd()) <= cells) return [word]
  return word.match(new RegExp(`.{1,${cells}}`, 'gu')) ?? []
}

/** What must stay together: a word with the space after it, or one wide character. */
function pieces(text: string): readonly string[] {
  const found: string[] = []
  let word = ''
  for (const character of text) {
    const wide = cellsOf(character) === 2
    if (wide && word !== '' && !NOT_LAST.test(word)) {
      found.push(word)
      word = ''
    }
    word += character
    if ((wide && !NOT_LAST.test(character)) || character === ' ') {
      found.push(word)
      word = ''
    }
  }
  return word === '' ? found : [...found, word]
}
