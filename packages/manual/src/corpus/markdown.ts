import { stripBom } from '@shoko/core-fs'
import { readFrontMatter } from '@shoko/core-fs/front-matter'
import MarkdownIt from 'markdown-it'

export interface Heading {
  readonly title: string
  readonly level: number
  /** 1-based line on which the heading begins. */
  readonly line: number
  /** The first line after it: a setext heading takes two lines or more. */
  readonly bodyLine: number
}

export interface Outline {
  readonly headings: readonly Heading[]
  /** Title that the front matter gives, if any. */
  readonly declaredTitle: string | undefined
  /** UTF-16 length of BOM and front matter: where the prose begins. */
  readonly proseStart: number
}

/** The headings of a Markdown text that stand at document level; one inside a quote or a list belongs to that quote or list. */
export function outlineOf(text: string): Outline {
  const front = frontMatterOf(text)
  const headings: Heading[] = []
  const tokens = blockParser.parse(blankOut(text, front.proseStart), {})
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'heading_open' || token.level !== 0 || token.map === null) continue
    headings.push({
      title: plainTitle(tokens[index + 1]?.content ?? ''),
      level: Number(token.tag.slice(1)),
      line: token.map[0] + 1,
      bodyLine: token.map[1] + 1,
    })
  }
  return { headings, ...front }
}

// Only block structure is needed to find headings; without the inline pass the parser is several times faster.
const blockParser = new MarkdownIt('commonmark')
blockParser.core.ruler.enableOnly(['normalize', 'block'])
const inlineParser = new MarkdownIt('commonmark')

function frontMatterOf(text: string): Pick<Outline, 'declaredTitle' | 'proseStart'> {
  const bare = stripBom(text)
  if (!bare.startsWith('---')) return { declaredTitle: undefined, proseStart: text.length - bare.length }
  const front = readFrontMatter(text)
  const title = front.data.title
  return {
    declaredTitle: typeof title === 'string' && title.trim() !== '' ? title.trim() : undefined,
    proseStart: text.length - front.body.length,
  }
}

/** Front matter would parse as a setext heading; blank lines in its place keep the line numbers. */
function blankOut(text: string, proseStart: number): string {
  if (proseStart === 0) return text
  return text.slice(0, proseStart).replaceAll(/[^\r\n]+/g, '') + text.slice(proseStart)
}

/** What a reader sees of a heading: no emphasis marks, no link targets, no `{#anchor}` at its end. */
function plainTitle(source: string): string {
  const content = source.replace(/\s*\{#[^}\s]*\}\s*$/, '').trim()
  if (!/[\\`*_[\]<>&!]/.test(content)) return content
  const [inline] = inlineParser.parseInline(content, {})
  const parts = inline?.children?.map((token) => (token.type === 'softbreak' ? ' ' : token.content)) ?? [content]
  return parts.join('').trim()
}
