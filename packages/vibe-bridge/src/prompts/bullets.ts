import { headingWeight, NEXT_WEIGHT } from '../index/ranking.ts'
import { type Outline, sectionText } from '../workspace/outline.ts'

const BULLET = /^ {0,1}(?:[-*+]|\d+[.)])\s+(?:\[[ xX]\]\s+)?(\S.*)$/
const MAX_BULLET_CHARS = 240

/** The items of a text's lists, one line each. */
export function bulletsOf(text: string): readonly string[] {
  const items: string[] = []
  for (const line of text.split('\n')) {
    const item = BULLET.exec(line)?.[1]
    if (item !== undefined) items.push(item.trim())
    // An indented line goes on with the item above it; a nested item is a detail.
    else if (items.length > 0 && /^\s+[^\s\-*+]/.test(line)) items[items.length - 1] += ` ${line.trim()}`
  }
  return items.map((item) => shorten(item, MAX_BULLET_CHARS))
}

/** What a session note says, as a list: its items, those under "next" or "blocked" headings marked with the heading. */
export function digest(outline: Outline): readonly string[] {
  const first = outline.headings[0]
  const preface = bulletsOf(outline.lines.slice(0, first?.line ?? outline.lines.length).join('\n'))
  const sections = outline.headings.flatMap((heading, at) => {
    const own = outline.lines.slice(heading.bodyLine, outline.headings[at + 1]?.line ?? outline.lines.length).join('\n')
    const mark = headingWeight(heading.text) === NEXT_WEIGHT ? `**${heading.text}:** ` : ''
    return bulletsOf(own).map((item) => mark + item)
  })
  const items = [...preface, ...sections]
  return items.length > 0 ? items : firstWords(outline)
}

/** At most so many characters, cut at a word. */
export function shorten(text: string, maxChars: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  const characters = Array.from(line)
  if (characters.length <= maxChars) return line
  const cut = characters.slice(0, maxChars - 1).join('')
  return `${cut.replace(/\s+\S{0,20}$/, '')}…`
}

function firstWords(outline: Outline): readonly string[] {
  const title = outline.headings.find((heading) => heading.level === 1)
  const text = title === undefined ? outline.lines.join(' ') : sectionText(outline, title)
  const words = shorten(text.replace(/^#+\s.*$/gm, ''), MAX_BULLET_CHARS)
  return words === '' ? [] : [words]
}
