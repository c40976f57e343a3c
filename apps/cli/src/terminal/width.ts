/** Code points that a terminal draws two cells wide (East Asian Width W and F); pictures are told by their property, as ranges. */
const wide: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0x33ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0xa4cf],
  [0xa960, 0xa97c],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe10, 0xfe19],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x20000, 0x3fffd],
]

const PICTURE = /^(?:\p{Emoji_Presentation}|\p{Emoji}[\uFE0F\p{Emoji_Modifier}]|\p{Regional_Indicator})/u
const characters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** What a reader takes for one character: a family of joined pictures is one. */
export function charactersOf(text: string): readonly string[] {
  return /^[ -\u02ff]*$/.test(text) ? [...text] : Array.from(characters.segment(text), ({ segment }) => segment)
}

/** Cells that one such character takes: 0 for what joins the one before it, 2 for pictures and what Japanese needs, else 1. */
export function cellsOf(character: string): 0 | 1 | 2 {
  const code = character.codePointAt(0) ?? 0
  if (PICTURE.test(character)) return 2
  if (code < 0x300) return 1
  if (/^[\p{Mn}\p{Me}\p{Cf}]/u.test(character)) return 0
  return wide.some(([from, to]) => code >= from && code <= to) ? 2 : 1
}

/** Cells that a text without control sequences takes. */
export function widthOf(text: string): number {
  let cells = 0
  for (const character of charactersOf(text)) cells += cellsOf(character)
  return cells
}

/** `padEnd` that counts cells, so that columns stay straight in any language. */
export function padCells(text: string, cells: number): string {
  return text + ' '.repeat(Math.max(0, cells - widthOf(text)))
}

/** The text if it fits, else its beginning with an ellipsis. */
export function clip(text: string, cells: number): string {
  if (widthOf(text) <= cells) return text
  let kept = ''
  let used = 1
  for (const character of charactersOf(text)) {
    used += cellsOf(character)
    if (used > cells) break
    kept += character
  }
  return `${kept}…`
}

/** The same with its end. */
export function clipStart(text: string, cells: number): string {
  if (widthOf(text) <= cells) return text
  let kept = ''
  let used = 1
  for (const character of [...text].toReversed()) {
    used += cellsOf(character)
    if (used > cells) break
    kept = character + kept
  }
  return `…${kept}`
}

/** The text in lines of at most so many cells, broken between words; all but the first begin with the indent. */
export function wrapCells(text: string, { columns, indent }: { readonly columns: number; readonly indent: number }): string {
  if (widthOf(text) <= columns) return text
  const lines: string[] = []
  let line = ''
  for (const part of text.split(/(?<=\S)(?= )/)) {
    const room = columns - (lines.length === 0 ? 0 : indent)
    if (line !== '' && widthOf(line) + widthOf(part) > room) {
      lines.push(line)
      line = part.trimStart()
    } else line += part
  }
  return [...lines, line].join(`\n${' '.repeat(indent)}`)
}
