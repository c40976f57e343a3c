import type MarkdownIt from 'markdown-it'
import type { ComponentChildren } from 'preact'
import { h } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { Picture } from '../parts/picture.tsx'
import { useApp } from '../state/app.ts'

export interface MarkdownProps {
  readonly source: string
  readonly resolve?: Resolve
  /** Lines of the source, from 1, that the reader came for: they are marked and shown. */
  readonly mark?: Lines | undefined
}

/** Where a link that leads into the workspace goes, and where what it names is read; undefined: it is shown as text. */
export type Resolve = (target: string) => { readonly href: string; readonly uri: string } | undefined

export interface Lines {
  readonly from: number
  readonly to: number
}

type Token = ReturnType<Parser['parse']>[number]

/** Longer texts are shown as they are: drawing them would hold up the page. */
const MOST_CHARS = 150_000
const MOST_TOKENS = 20_000
const SHOWN_CHARS = 400_000

/** Tokens become nodes. No HTML text exists at any moment, so nothing that stands in a note can become markup. */
export function Markdown({ source, resolve, mark }: MarkdownProps) {
  const { t } = useApp()
  const parser = useParser()
  const nodes = useMemo(() => {
    if (parser === undefined) return []
    const tokens = source.length > MOST_CHARS ? undefined : parser.parse(source, {})
    return tokens === undefined || tokens.length > MOST_TOKENS ? undefined : draw(tokens, { resolve, t, mark })
  }, [parser, source, resolve, t, mark?.from, mark?.to])
  const ref = useRef<HTMLDivElement>(null)
  const isDrawn = parser !== undefined
  useEffect(() => {
    if (mark !== undefined && isDrawn) ref.current?.querySelector('.is-here')?.scrollIntoView({ block: 'center' })
  }, [isDrawn, mark?.from, mark?.to])
  if (nodes !== undefined)
    return (
      <div class="prose" ref={ref}>
        {nodes}
      </div>
    )
  return (
    <div class="prose" ref={ref}>
      <p class="state">{t.tooLong}</p>
      <Source text={source} mark={mark} />
    </div>
  )
}

/** As much as can be shown, around the lines that the reader came for. */
function Source({ text, mark }: { readonly text: string; readonly mark: Lines | undefined }) {
  const [from, to] = mark === undefined ? [0, 0] : [startOf(text, mark.from), startOf(text, mark.to + 1)]
  const first = Math.max(0, Math.min(from - SHOWN_CHARS / 2, text.length - SHOWN_CHARS))
  const end = first + SHOWN_CHARS
  return (
    <pre class="is-source">
      {text.slice(first, from)}
      {to > from && <span class="is-here">{text.slice(from, Math.min(to, end))}</span>}
      {text.slice(to, end)}
    </pre>
  )
}

/** Where a line begins among the characters; behind the last one when there are fewer. */
function startOf(text: string, line: number): number {
  let at = 0
  for (let before = 1; before < line; before++) {
    const end = text.indexOf('\n', at)
    if (end < 0) return text.length
    at = end + 1
  }
  return at
}

type Parser = InstanceType<typeof MarkdownIt>

let parser: Parser | undefined

/** Made when the first text is to be shown: its tables of entities and patterns would hold up a board, which has none. */
function useParser(): Parser | undefined {
  const [, setMade] = useState(parser !== undefined)
  useEffect(() => {
    if (parser !== undefined) return
    void import('markdown-it').then(({ default: Made }) => {
      parser ??= new Made({ html: false, linkify: false, typographer: false })
      setMade(true)
    })
  }, [])
  return parser
}

interface Drawing {
  readonly resolve: MarkdownProps['resolve']
  readonly mark?: Lines | undefined
  readonly t: ReturnType<typeof useApp>['t']
}

interface Frame {
  readonly tag: string
  readonly props: Record<string, unknown>
  readonly children: ComponentChildren[]
}

/** Only these elements come out; any other tag of a token is a plain block. */
const TAGS = new Set('p h1 h2 h3 h4 h5 h6 ul ol li blockquote hr pre code em strong s a br table thead tbody tr th td'.split(' '))

function draw(tokens: readonly Token[], drawing: Drawing): ComponentChildren[] {
  const root: Frame = { tag: 'div', props: {}, children: [] }
  const open: Frame[] = [root]
  const add = (child: ComponentChildren) => open.at(-1)!.children.push(child)
  for (const token of tokens) {
    if (token.nesting === 1) open.push({ tag: tagOf(token), props: propsOf(token, drawing), children: [] })
    else if (token.nesting === -1) {
      const { tag, props, children } = open.pop()!
      add(token.hidden ? children : h(tag, props, children))
    } else add(leaf(token, drawing))
  }
  return root.children
}

function tagOf(token: Token): string {
  if (token.type === 'paragraph_open' && token.hidden) return 'span'
  return TAGS.has(token.tag) ? token.tag : 'div'
}

function propsOf(token: Token, drawing: Drawing): Record<string, unknown> {
  const props = ownProps(token, drawing)
  return isMarked(token, drawing.mark) ? { ...props, class: `${props['class'] ?? ''} is-here`.trim() } : props
}

/** The smallest blocks only: a list that holds the line is not all meant. */
function isMarked({ map, tag }: Token, mark: Lines | undefined): boolean {
  if (mark === undefined || map === null || !/^(p|h\d|li|tr|pre|blockquote)$/.test(tag)) return false
  return map[0] + 1 >= mark.from && map[0] + 1 <= mark.to
}

function ownProps(token: Token, { resolve }: Drawing): Record<string, unknown> {
  if (token.type === 'link_open') return linkProps(attribute(token, 'href') ?? '', resolve)
  if (token.type === 'ordered_list_open') return { start: Number(attribute(token, 'start') ?? 1) }
  if (token.tag === 'th' || token.tag === 'td') {
    const align = /text-align:(\w+)/.exec(attribute(token, 'style') ?? '')?.[1]
    return align === undefined ? {} : { class: `align-${align}` }
  }
  return ['p', 'li'].includes(token.tag) || /^h\d$/.test(token.tag) ? { dir: 'auto' } : {}
}

/** Links that could run something are not drawn by the parser; what is left leads into the workspace or to another site. */
function linkProps(href: string, resolve: Drawing['resolve']): Record<string, unknown> {
  if (/^(https?|mailto):/i.test(href)) return { href, target: '_blank', rel: 'noreferrer noopener' }
  const inside = /^[a-z][a-z\d+.-]*:/i.test(href) ? undefined : resolve?.(decode(href))
  return inside === undefined ? { class: 'nowhere' } : { href: inside.href }
}

function leaf(token: Token, drawing: Drawing): ComponentChildren {
  if (token.type === 'inline') return draw(token.children ?? [], drawing)
  if (token.type === 'text') return wikiLinks(token.content, drawing)
  if (token.type === 'softbreak') return '\n'
  if (token.type === 'hardbreak') return h('br', null)
  if (token.type === 'code_inline') return h('code', null, token.content)
  if (token.type === 'fence' || token.type === 'code_block')
    return h('pre', { 'data-language': token.info.trim().split(/\s/, 1)[0] ?? '', tabIndex: 0 }, h('code', null, token.content))
  if (token.type === 'hr') return h('hr', null)
  if (token.type === 'image') return image(token, drawing)
  return token.content
}

/** Pictures inside the text are shown; one that lies elsewhere is a link, so that opening a note tells nobody. */
function image(token: Token, { t, resolve }: Drawing): ComponentChildren {
  const [src, alt] = [attribute(token, 'src') ?? '', token.content]
  if (/^data:image\/(png|gif|jpeg|webp);base64,/i.test(src)) return h('img', { src, alt, loading: 'lazy' })
  const label = alt === '' ? decode(src) : alt
  const inside = /^[a-z][a-z\d+.-]*:/i.test(src) ? undefined : resolve?.(decode(src))
  if (inside !== undefined) return h(Picture, { uri: inside.uri, alt: label })
  if (!/^https?:/i.test(src)) return h('span', { class: 'nowhere' }, label)
  return h('a', { href: src, target: '_blank', rel: 'noreferrer noopener' }, `${label} (${t.remoteImage})`)
}

function wikiLinks(text: string, { resolve }: Drawing): ComponentChildren {
  const task = /^\[([ xX])\] /.exec(text)
  if (task !== null) {
    const mark = h('span', { class: task[1] === ' ' ? 'task' : 'task is-done', 'aria-hidden': 'true' })
    return [mark, wikiLinks(text.slice(4), { resolve } as Drawing)]
  }
  if (!text.includes('[[')) return text
  return text.split(/(!?\[\[[^[\]\n]{1,300}\]\])/).map((part) => {
    const [, target, label] = /^!?\[\[([^|\]]+)(?:\|([^\]]*))?\]\]$/.exec(part) ?? []
    if (target === undefined) return part
    const inside = resolve?.(target)
    if (inside !== undefined && part.startsWith('!') && isPicture(target))
      return h(Picture, { uri: inside.uri, alt: label ?? target })
    return h('a', inside === undefined ? { class: 'nowhere' } : { href: inside.href }, label ?? target)
  })
}

function isPicture(target: string): boolean {
  return /\.(?:png|jpe?g|gif|webp|avif)$/i.test(target)
}

function attribute(token: Token, name: string): string | null {
  const value = token.attrGet(name)
  return value === null ? null : String(value)
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
