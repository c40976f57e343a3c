import { useSignal } from '@preact/signals'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Failure } from '../parts/failure.tsx'
import { useApp } from '../state/app.ts'
import { useLoaded } from '../state/use-loaded.ts'
import { MarkedText, wordsOf } from './marked-text.tsx'
import { type Found, hrefOf, linesOf, type Passage, placeOf, shownPlace } from './passages.ts'
import { Sure } from './sure.tsx'
import { useTyped } from './use-typed.ts'

const MOST_PASSAGES = 10
const MOST_CHARS = 8000

/** One question to everything; what answers stands there, with the words in it. */
export function FindView() {
  const { t, route } = useApp()
  const query = route.query.value.get('q') ?? ''
  const input = useRef<HTMLInputElement>(null)
  const answer = useAnswer(query)
  useEffect(() => input.current?.focus(), [])
  useTyped(input, query)
  const ask = (event: Event) => {
    event.preventDefault()
    route.go({ view: 'find', q: input.current!.value.trim() })
  }
  return (
    <section class="find-view" aria-label={t.find}>
      <header class="view-head">
        <h1 class="sr">{t.find}</h1>
        <search>
          <form class="ask" onSubmit={ask}>
            <input ref={input} type="search" aria-label={t.ask} placeholder={t.ask} dir="auto" defaultValue={query} />
            <button type="submit" class="primary">
              {t.find}
            </button>
          </form>
        </search>
      </header>
      {query === '' && (
        <p class="state">
          {t.askHint}
          <PaletteButton />
        </p>
      )}
      {query !== '' && answer === undefined && <p class="state">{t.loading}</p>}
      {answer instanceof Error && <Failure error={answer} />}
      {answer !== undefined && !(answer instanceof Error) && <Answer found={answer} query={query} />}
    </section>
  )
}

/** For those who have no keys for it, or do not know them yet. */
function PaletteButton() {
  const { t, dialog } = useApp()
  return (
    <button
      type="button"
      class="toggle to-palette"
      onClick={() => {
        dialog.value = 'palette'
      }}
    >
      {t.palette} <kbd>Ctrl K</kbd>
    </button>
  )
}

function useAnswer(query: string): Found | Error | undefined {
  const { mcp } = useApp()
  const [answer, setAnswer] = useState<{ readonly query: string; readonly found: Found | Error } | undefined>(undefined)
  useEffect(() => {
    if (query === '') return
    let isOver = false
    const limits = { max_passages: MOST_PASSAGES, max_chars: MOST_CHARS }
    const show = (found: Found | Error) => {
      if (!isOver) setAnswer({ query, found })
    }
    mcp.call<Found>('shoko_find', { query, limits }).then(show, show)
    return () => {
      isOver = true
    }
  }, [query, mcp])
  return answer?.query === query ? answer.found : undefined
}

function Answer({ found, query }: { readonly found: Found; readonly query: string }) {
  const { t } = useApp()
  const { passages, summary } = found
  const groups = [...Map.groupBy(passages, ({ family }) => family)]
  return (
    <div class="answer">
      <p class={`verdict is-${summary.integration_status}`} role="status">
        {passages.length === 0 ? t.nothingFound : (t.statuses[summary.integration_status] ?? '')}
      </p>
      {passages.length === 0 && <p class="state">{t.nothingHint}</p>}
      {groups.map(([family, inFamily]) => (
        <section key={family} class="family" aria-label={t.families[family] ?? family}>
          <header class="family-head">
            <h2>{t.families[family] ?? family}</h2>
            <FamilyFigures {...summary.families[family]} />
          </header>
          <ol>
            {inFamily.map((passage) => (
              <PassageItem
                key={JSON.stringify(passage.ref) + passage.text.slice(0, 40)}
                passage={passage}
                query={query}
                rank={passages.indexOf(passage) + 1}
              />
            ))}
          </ol>
        </section>
      ))}
      {Object.entries(summary.families)
        .filter(([, { error }]) => error !== undefined)
        .map(([family, { error }]) => (
          <p key={family} class="state">
            {t.families[family] ?? family}: {error}
          </p>
        ))}
    </div>
  )
}

function FamilyFigures({ candidates, ms }: { readonly candidates?: number; readonly ms?: number }) {
  const { t } = useApp()
  return candidates === undefined ? null : <span class="where">{t.candidates(candidates, ms ?? 0)}</span>
}

function PassageItem({ passage, query, rank }: { readonly passage: Passage; readonly query: string; readonly rank: number }) {
  const { t, route } = useApp()
  const isOpen = useSignal(false)
  const words = wordsOf(query)
  const inText = words.filter((word) => `${passage.heading} ${passage.text}`.normalize('NFKC').toLowerCase().includes(word))
  const lines = linesOf(passage.ref)
  return (
    <li class="passage">
      <a class="passage-head" href={route.href(hrefOf(passage))} dir="auto">
        <MarkedText text={passage.heading === '' ? placeOf(passage.ref) : passage.heading} words={words} />
      </a>
      <p class="passage-place">
        {shownPlace(passage.ref) !== '' && <code>{shownPlace(passage.ref)}</code>}
        {lines !== undefined && <span>{t.line(lines.from, lines.to)}</span>}
        <Sure confidence={passage.confidence} />
        <button
          type="button"
          class="quiet"
          aria-expanded={isOpen.value}
          onClick={() => {
            isOpen.value = !isOpen.value
          }}
        >
          {t.why}
        </button>
      </p>
      {isOpen.value && (
        <p class="why">
          {t.whyText(rank, inText.length, passage.confidence)}
          {passage.family === 'manual' && <Parts passage={passage} query={query} />}
        </p>
      )}
      <p class="passage-text" dir="auto">
        <MarkedText text={passage.text} words={words} />
      </p>
    </li>
  )
}

interface Explained {
  readonly passages: readonly (Pick<Passage, 'ref' | 'text'> & { readonly evidence?: Readonly<Record<string, number>> })[]
}

/** What speaks for a passage, as the manuals' own search weighs it. */
function Parts({ passage, query }: { readonly passage: Passage; readonly query: string }) {
  const { t, mcp } = useApp()
  const limits = { max_passages: MOST_PASSAGES, max_chars: MOST_CHARS }
  const found = useLoaded(query, () => mcp.call<Explained>('manual_find', { query, explain: true, limits }))
  if (found === undefined || found instanceof Error) return null
  const place = placeOf(passage.ref)
  const same = found.passages.find(
    ({ ref, text }) => placeOf(ref) === place && (text.includes(passage.text) || passage.text.includes(text)),
  )
  if (same?.evidence === undefined) return null
  const { covered = 0, close = 0, score = 0, next = 0 } = same.evidence
  return <> {t.whyParts({ covered, close, lead: score > 0 ? (score - next) / score : 0 })}</>
}
