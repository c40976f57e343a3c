import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { isTyping } from '../board/board-keys.ts'
import { Icon } from '../parts/icons.tsx'
import { useApp } from '../state/app.ts'
import type { LineState, Range } from './audit.ts'
import type { PaneProps } from './audit-view.tsx'

interface SourcePaneProps extends PaneProps {
  readonly states: readonly LineState[]
  readonly gaps: readonly Range[]
}

/** So many lines are laid out together; those out of sight are not laid out at all. */
const CHUNK = 100

/** The source, line by line, with what is cited of it in the gutter. */
export function SourcePane({ found, path, shown, show, states, gaps }: SourcePaneProps) {
  const { t, route } = useApp()
  const ref = useRef<HTMLDivElement>(null)
  const here =
    shown === undefined ? -1 : gaps.findIndex(({ start_line, end_line }) => start_line <= shown.from && shown.from <= end_line)
  const step = (by: 1 | -1) => {
    if (gaps.length === 0) return
    const from = shown?.from ?? (by === 1 ? 0 : Number.POSITIVE_INFINITY)
    const next = by === 1 ? gaps.find(({ start_line }) => start_line > from) : gaps.findLast(({ end_line }) => end_line < from)
    show(next ?? gaps.at(by === 1 ? 0 : -1))
  }
  const walk = (by: 1 | -1) => {
    const line = Math.min(Math.max(1, (shown?.from ?? 0) + by), found.source.length)
    show({ start_line: line, end_line: line })
  }
  // Before the next key can come: it goes on from the line that is shown.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      const by = { n: 1, j: 1, p: -1, k: -1 }[event.key] as 1 | -1 | undefined
      if (by === undefined) return
      event.preventDefault()
      if (event.key === 'n' || event.key === 'p') step(by)
      else walk(by)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })
  useEffect(() => {
    ref.current?.querySelector('.is-here')?.scrollIntoView({ block: 'center' })
  }, [shown?.from, shown?.to, found])
  const chunks = Array.from({ length: Math.ceil(found.source.length / CHUNK) }, (_, at) => at * CHUNK)
  return (
    <section class="audit-pane" aria-label={t.audit.source}>
      <header class="audit-pane-head">
        <a class="path" href={route.href({ note: path, line: shown === undefined ? undefined : `${shown.from}-${shown.to}` })}>
          {path}
        </a>
        <span class="grow" />
        <span class="where" role="status">
          {gaps.length === 0 ? t.audit.noGaps : here < 0 ? t.audit.gaps(gaps.length) : t.audit.gapOf(here + 1, gaps.length)}
        </span>
        <button
          type="button"
          class="toggle"
          disabled={gaps.length === 0}
          aria-label={t.audit.previousGap}
          onClick={() => step(-1)}
        >
          <Icon name="up" /> <kbd>p</kbd>
        </button>
        <button type="button" class="toggle" disabled={gaps.length === 0} onClick={() => step(1)}>
          {t.audit.nextGap} <kbd>n</kbd>
        </button>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and so must be reached by key */}
      <section class="lines" ref={ref} tabIndex={0} aria-label={path}>
        {chunks.map((first) => (
          <ol key={first} class="line-chunk" start={first + 1}>
            {found.source.slice(first, first + CHUNK).map((text, at) => {
              const line = first + at + 1
              const state = states[line - 1]!
              const isHere = shown !== undefined && line >= shown.from && line <= shown.to
              return (
                <li key={line} class={isHere ? 'line is-here' : 'line'}>
                  <button
                    type="button"
                    class={`gutter is-${state}`}
                    tabIndex={-1}
                    aria-label={t.audit.lineState(line, t.audit.states[state])}
                    title={t.audit.states[state]}
                    onClick={() => show(isHere && shown.from === line ? undefined : { start_line: line, end_line: line })}
                  >
                    {line}
                  </button>
                  <span class="line-text" dir="auto">
                    {text}
                  </span>
                </li>
              )
            })}
          </ol>
        ))}
      </section>
    </section>
  )
}
