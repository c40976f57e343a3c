import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { Icon } from '../parts/icons.tsx'
import { type App, useApp } from '../state/app.ts'
import { Markdown } from '../text/markdown.tsx'
import { parseLines } from './passages.ts'

interface Links {
  readonly outgoing: readonly { readonly target: string; readonly path: string | null }[]
  readonly backlinks: readonly { readonly path: string; readonly line: number; readonly text: string }[]
}

interface Doc {
  readonly text: string
  /** The line of the file at which the text begins. */
  readonly firstLine: number
  readonly isCut: boolean
  readonly links: Links
}

const NO_LINKS: Links = { outgoing: [], backlinks: [] }
const MOST_PAGES = 20

/** A note, a section of a manual or a document of a project, as it reads, at the line one came for. */
export function NoteView({ path }: { readonly path: string }) {
  const app = useApp()
  const { t, route } = app
  const query = route.query.value
  const [manual, from] = [query.get('manual'), query.get('from')]
  const lines = parseLines(query.get('line'))
  const ref = useRef<HTMLDivElement>(null)
  const [doc, setDoc] = useState<Doc | Error | undefined>(undefined)
  useEffect(() => {
    let isOver = false
    const show = (found: Doc | Error) => {
      if (!isOver) setDoc(found)
    }
    readDoc(app, { path, manual, from, line: lines?.from }).then(show, show)
    return () => {
      isOver = true
    }
  }, [app, path, manual, from, lines?.from])
  useEffect(() => {
    ref.current?.querySelector('.is-here')?.scrollIntoView({ block: 'center' })
  }, [doc])
  const resolve = useMemo(() => linkResolver(app, doc), [app, doc])
  const shown = doc === undefined || doc instanceof Error ? undefined : splitFront(doc)
  const mark = lines === undefined || shown === undefined ? undefined : shift(lines, 1 - shown.firstLine)
  return (
    <article class="note-view">
      <header class="view-head">
        <div class="view-title">
          <a
            class="back"
            href={route.href({ view: 'find' })}
            onClick={(event) => {
              event.preventDefault()
              if (history.length > 1) history.back()
              else route.go({ view: 'find' }, { fresh: true })
            }}
          >
            <Icon name="back" />
            {t.find}
          </a>
          <span class="grow" />
          <code class="path">{[manual, path].filter((part) => part !== null).join('/')}</code>
        </div>
      </header>
      {doc === undefined && <p class="state">{t.loading}</p>}
      {doc instanceof Error && <p class="state">{doc.message}</p>}
      {shown !== undefined && doc !== undefined && !(doc instanceof Error) && (
        <div class="note-body" ref={ref}>
          <div class="note-text">
            {shown.front.length > 0 && (
              <dl class="front">
                {shown.front.map(([key, value]) => (
                  <div key={key}>
                    <dt>{key}</dt>
                    <dd dir="auto">{value}</dd>
                  </div>
                ))}
              </dl>
            )}
            <Markdown source={shown.text} resolve={resolve} mark={mark} />
            {doc.isCut && <p class="state">{t.note.cut}</p>}
          </div>
          {manual === null && from === null && <Backlinks links={doc.links} />}
        </div>
      )}
    </article>
  )
}

function Backlinks({ links }: { readonly links: Links }) {
  const { t, route } = useApp()
  return (
    <aside class="backlinks" aria-label={t.note.backlinks}>
      <h2>{t.note.backlinks}</h2>
      {links.backlinks.length === 0 && <p class="state">{t.note.none}</p>}
      <ul>
        {links.backlinks.map(({ path, line, text }) => (
          <li key={`${path}:${line}`}>
            <a href={route.href({ note: path, line: String(line) })} dir="auto">
              {path.replace(/\.md$/, '')}
            </a>
            <p class="where" dir="auto">
              {text}
            </p>
          </li>
        ))}
      </ul>
    </aside>
  )
}

interface Asked {
  readonly path: string
  readonly manual: string | null
  readonly from: string | null
  readonly line: number | undefined
}

async function readDoc({ mcp }: App, { path, manual, from, line }: Asked): Promise<Doc> {
  if (manual !== null) {
    const ref = { manual_id: manual, path, ...(line === undefined ? {} : { start_line: line }) }
    const { text, truncated } = await mcp.call<{ text: string; truncated: boolean }>('manual_read', { ref })
    return { text, firstLine: 1, isCut: truncated, links: NO_LINKS }
  }
  if (from === 'projects') {
    const { content, truncated } = await mcp.call<{ content: string; truncated: boolean }>('read_doc', { path })
    return { text: content, firstLine: 1, isCut: truncated, links: NO_LINKS }
  }
  const [note, links] = await Promise.all([readNote(mcp, path), mcp.call<Links>('vault_links', { path })])
  return { ...note, firstLine: 1, links }
}

/** A long note comes in parts. */
async function readNote(mcp: App['mcp'], path: string): Promise<{ text: string; isCut: boolean }> {
  let text = ''
  let start: number | null = 1
  for (let page = 0; start !== null && page < MOST_PAGES; page++) {
    const part: { text: string; next_offset: { start_line: number | null } } = await mcp.call('vault_read', {
      path,
      range: { start_line: start },
    })
    text += text === '' || text.endsWith('\n') ? part.text : `\n${part.text}`
    start = part.next_offset.start_line
  }
  return { text, isCut: start !== null }
}

/** Front matter is shown as a small table; the text begins behind it. */
function splitFront({ text, firstLine }: Doc): { front: [string, string][]; text: string; firstLine: number } {
  const found = /^---\r?\n([\s\S]*?)\r?\n---[^\S\n]*(?:\r?\n|$)/.exec(text)
  if (found === null) return { front: [], text, firstLine }
  const front = found[1]!.split(/\r?\n/).flatMap((line): [string, string][] => {
    const [, key, value] = /^([^\s:][^:]{0,60}):\s*(.*)$/.exec(line) ?? []
    return key === undefined || value === '' ? [] : [[key, value!]]
  })
  return { front, text: text.slice(found[0].length), firstLine: firstLine + found[0].split('\n').length - 1 }
}

function shift(lines: { readonly from: number; readonly to: number }, by: number) {
  return { from: lines.from + by, to: lines.to + by }
}

/** Which note a link means, the server has found out already. */
function linkResolver({ route }: App, doc: Doc | Error | undefined): (target: string) => string | undefined {
  const outgoing = doc === undefined || doc instanceof Error ? [] : doc.links.outgoing
  const known = new Map(outgoing.flatMap(({ target, path }) => (path === null ? [] : [[target, path] as const])))
  return (target) => {
    const path = known.get(target) ?? known.get(target.split('#', 1)[0]!)
    return path === undefined ? undefined : route.href({ note: path })
  }
}
