import { useEffect, useRef } from 'preact/hooks'
import { Failure } from '../parts/failure.tsx'
import { useApp } from '../state/app.ts'
import { useLoaded } from '../state/use-loaded.ts'
import { type Claim, gapsOf, isAt, type Relation, type Sided, sideOf, type Weighed } from './evidence.ts'
import { MarkedText, wordsOf } from './marked-text.tsx'
import { hrefOf, linesOf, type Passage, placeOf } from './passages.ts'
import { Sure } from './sure.tsx'
import { useTyped } from './use-typed.ts'

/** The first are shown however sure they are, so that one sees what was found; of the others those that may be worth it. */
const FIRST = 3
const WORTH_SHOWING = 0.05
const LIMITS = { max_passages: 10, max_chars: 6000 }

/** A question to the manuals, and what it stands on: claims on the left, what was read on the right. */
export function EvidenceView() {
  const { t, route, mcp } = useApp()
  const query = route.query.value.get('q') ?? ''
  const input = useRef<HTMLInputElement>(null)
  const scope = scopeOf(route.query.value)
  const found = useLoaded(query === '' ? undefined : JSON.stringify([query, scope]), () =>
    mcp.call<Weighed>('manual_find', { query, ...scope, include_claim_graph: true, limits: LIMITS }),
  )
  useEffect(() => {
    if (query === '') input.current?.focus()
  }, [])
  useTyped(input, query)
  const ask = (event: Event) => {
    event.preventDefault()
    route.go({ view: 'evidence', q: input.current!.value.trim() }, { fresh: true })
  }
  return (
    <section class="evidence-view" aria-label={t.evidence.name}>
      <header class="view-head">
        <h1 class="sr">{t.evidence.name}</h1>
        <search>
          <form class="ask" onSubmit={ask}>
            <input
              ref={input}
              type="search"
              aria-label={t.evidence.ask}
              placeholder={t.evidence.ask}
              dir="auto"
              defaultValue={query}
            />
            <button type="submit" class="primary">
              {t.evidence.askButton}
            </button>
          </form>
        </search>
      </header>
      {query === '' && <p class="state">{t.evidence.hint}</p>}
      {query !== '' && found === undefined && <p class="state">{t.loading}</p>}
      {found instanceof Error && <Failure error={found} />}
      {found !== undefined && !(found instanceof Error) && <EvidenceBody found={found} query={query} />}
    </section>
  )
}

/** One manual first, where the address names one; `only` looks nowhere else. */
function scopeOf(address: URLSearchParams): { readonly manual_id?: string; readonly expand_scope?: boolean } {
  const manual = address.get('within')
  return { ...(manual === null ? {} : { manual_id: manual }), ...(address.get('only') === '1' ? { expand_scope: false } : {}) }
}

function EvidenceBody({ found, query }: { readonly found: Weighed; readonly query: string }) {
  const { t, route } = useApp()
  const { claims } = found.claim_graph
  const wanted = route.query.value.get('claim')
  const chosen = claims.find(({ claim_id }) => claim_id === wanted)
  const gaps = gapsOf(found)
  const { integration_status, conflict_count: conflicts } = found.summary
  const status = conflicts > 0 ? 'conflicted' : integration_status
  const held = claims.filter((claim) => claim.status !== 'unresolved')
  return (
    <div class="evidence">
      <p class={`verdict is-${status}`} role="status">
        {t.statuses[status] ?? status}
        <span class="where">
          {' '}
          {t.evidence.figures({ claims: held.length, conflicts, gaps: gaps.length, files: found.summary.scanned_files })}
        </span>
      </p>
      <div class="evidence-sides">
        <section class="claims" aria-label={t.evidence.claims}>
          <h2>{t.evidence.claims}</h2>
          {held.length === 0 && <p class="state">{found.passages.length === 0 ? t.evidence.noClaims : t.evidence.unsure}</p>}
          <ol>
            {held.map((claim) => (
              <ClaimItem key={claim.claim_id} claim={claim} isChosen={claim === chosen} />
            ))}
          </ol>
          {gaps.length > 0 && (
            <div class="gaps">
              <h3>{t.evidence.gaps}</h3>
              <ul>
                {gaps.map(({ facet, text }) => (
                  <li key={facet + text}>
                    {(facet !== 'unknown' || text === '') && <span class="facet">{t.evidence.facets[facet] ?? facet}</span>}
                    <span dir="auto">{text}</span>
                  </li>
                ))}
              </ul>
            </div>
          )}
        </section>
        <section class="grounds" aria-label={t.evidence.grounds}>
          {chosen === undefined ? (
            <AllPassages found={found} query={query} />
          ) : (
            <Grounds found={found} claim={chosen} query={query} />
          )}
        </section>
      </div>
    </div>
  )
}

function ClaimItem({ claim, isChosen }: { readonly claim: Claim; readonly isChosen: boolean }) {
  const { t, route } = useApp()
  const { claim_id, status, facet, text, confidence } = claim
  const toggle = () => route.go({ claim: isChosen ? undefined : claim_id }, { replace: true })
  return (
    <li>
      <button type="button" class={`claim is-${status}`} aria-pressed={isChosen} onClick={toggle}>
        <span class="claim-status">
          <span class="claim-mark" aria-hidden="true" />
          {t.evidence.statuses[status]}
          {facet !== 'unknown' && <span class="facet">{t.evidence.facets[facet] ?? facet}</span>}
          <span class="claim-sure">{t.confidence(confidence)}</span>
        </span>
        <span class="claim-text" dir="auto">
          {text}
        </span>
      </button>
    </li>
  )
}

function AllPassages({ found, query }: { readonly found: Weighed; readonly query: string }) {
  const { t } = useApp()
  const shown = found.passages.filter(({ confidence }, place) => place < FIRST || confidence >= WORTH_SHOWING)
  return (
    <>
      <h2>{t.evidence.passages}</h2>
      {found.passages.length === 0 && (
        <p class="state">
          {t.nothingFound} {t.nothingHint}
        </p>
      )}
      <ol>
        {shown.map((passage) => (
          <li key={placeOf(passage.ref) + passage.text}>
            <Ground passage={passage} query={query} confidence={passage.confidence} />
          </li>
        ))}
      </ol>
    </>
  )
}

/** Both sides of a conflict next to each other; where there is none, what holds the claim. */
function Grounds({ found, claim, query }: { readonly found: Weighed; readonly claim: Claim; readonly query: string }) {
  const { t, route } = useApp()
  const sides = (['supports', 'contradicts', 'requires_followup'] as const)
    .map((relation) => ({ relation, held: sideOf(found, claim, relation) }))
    .filter(({ held }) => held.length > 0)
  return (
    <>
      <h2>
        {t.evidence.grounds}
        <button type="button" class="quiet" onClick={() => route.go({ claim: undefined }, { replace: true })}>
          {t.evidence.showAll}
        </button>
      </h2>
      {sides.length === 0 && <p class="state">{t.evidence.noGrounds}</p>}
      <div class="sides">
        {sides.map(({ relation, held }) => (
          <Side key={relation} relation={relation} held={held} found={found} query={query} />
        ))}
      </div>
    </>
  )
}

interface SideProps {
  readonly relation: Relation
  readonly held: readonly Sided[]
  readonly found: Weighed
  readonly query: string
}

function Side({ relation, held, found, query }: SideProps) {
  const { t } = useApp()
  return (
    <section class={`side is-${relation}`} aria-label={t.evidence.relations[relation]}>
      <h3>{t.evidence.relations[relation]}</h3>
      <ol>
        {held.map(({ evidence, confidence }) => {
          const around = found.passages.find((passage) => isAt(passage.ref, evidence) && passage.text.includes(evidence.quote))
          const { manual_id, path, start_line } = evidence.ref
          const passage = around ?? {
            ref: { manual_id, path, start_line, end_line: start_line },
            heading: '',
            text: evidence.quote,
          }
          return (
            <li key={evidence.evidence_id}>
              <Ground passage={passage} query={query} confidence={confidence} quote={evidence.quote} />
            </li>
          )
        })}
      </ol>
    </section>
  )
}

interface GroundProps {
  readonly passage: Pick<Passage, 'ref' | 'heading' | 'text'>
  readonly query: string
  readonly confidence: number
  /** The sentence that the claim stands on. */
  readonly quote?: string
}

function Ground({ passage, query, confidence, quote }: GroundProps) {
  const { t, route } = useApp()
  const lines = linesOf(passage.ref)
  const words = wordsOf(query)
  const [before, after] = quote === undefined ? [passage.text, ''] : splitAt(passage.text, quote)
  return (
    <article class="ground">
      <a class="passage-head" href={route.href(hrefOf({ family: 'manual', ref: passage.ref }))} dir="auto">
        <MarkedText text={passage.heading === '' ? placeOf(passage.ref) : passage.heading} words={words} />
      </a>
      <p class="passage-place">
        <code>{placeOf(passage.ref)}</code>
        {lines !== undefined && <span>{t.line(lines.from, lines.to)}</span>}
        <Sure confidence={confidence} />
      </p>
      <p class="passage-text" dir="auto">
        <MarkedText text={before} words={words} />
        {quote !== undefined && (
          <strong class="quote">
            <MarkedText text={quote} words={words} />
          </strong>
        )}
        <MarkedText text={after} words={words} />
      </p>
    </article>
  )
}

function splitAt(text: string, quote: string): [string, string] {
  const at = text.indexOf(quote)
  return at < 0 ? ['', ''] : [text.slice(0, at), text.slice(at + quote.length)]
}
