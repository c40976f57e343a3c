import { useEffect, useMemo } from 'preact/hooks'
import { parseLines } from '../find/passages.ts'
import { Failure } from '../parts/failure.tsx'
import { useApp } from '../state/app.ts'
import { noteUri } from '../state/places.ts'
import { useLoaded } from '../state/use-loaded.ts'
import type { Lines } from '../text/markdown.tsx'
import { ArtifactPane } from './artifact-pane.tsx'
import { type Audited, gapsIn, guessSource, lineStates, parseRanges, type Range, readAudit } from './audit.ts'
import { AuditStart, PathField } from './audit-start.tsx'
import { SourcePane } from './source-pane.tsx'

/** A source with what is cited of it, beside the artifact that cites it. */
export function AuditView() {
  const { t, route, mcp } = useApp()
  const query = route.query.value
  const [source, artifact, cited] = [query.get('source'), query.get('artifact') ?? undefined, query.get('cited')]
  const hash = query.get('hash') ?? undefined
  const asked = { source: source ?? '', artifact, cited: parseRanges(cited), hash }
  const uris = [source, artifact].filter((path) => typeof path === 'string').map(noteUri)
  const key = source === null ? undefined : JSON.stringify([asked.source, artifact, cited, hash])
  const found = useLoaded(key, () => readAudit(mcp, asked), uris)
  useGuessedSource(artifact, source)
  const isThere = found !== undefined && !(found instanceof Error)
  // The address remembers as of which version the lines are cited: what changes from now on shows.
  useEffect(() => {
    if (isThere && hash === undefined) route.go({ hash: found.coverage.hash }, { replace: true })
  }, [isThere, hash])
  const choose = (changes: Record<string, string | undefined>) => route.go({ hash: undefined, line: undefined, ...changes })
  return (
    <section class="audit-view" aria-label={t.audit.name}>
      <header class="view-head">
        <div class="view-title">
          <h1>{t.audit.name}</h1>
          <PathField
            label={t.audit.artifact}
            value={artifact ?? ''}
            choose={(path) => choose({ artifact: path, source: source ?? undefined })}
          />
          <PathField label={t.audit.source} value={source ?? ''} choose={(path) => choose({ source: path })} />
        </div>
        {isThere && <Figures found={found} />}
      </header>
      {source === null && artifact === undefined && <AuditStart />}
      {source === null && artifact !== undefined && <p class="state">{t.audit.chooseSource}</p>}
      {source !== null && found === undefined && <p class="state">{t.loading}</p>}
      {found instanceof Error && <Failure error={found} />}
      {isThere && <AuditPanes found={found} artifactPath={artifact} sourcePath={asked.source} />}
    </section>
  )
}

/** Whoever opens an artifact alone is shown the note that it names. */
function useGuessedSource(artifact: string | undefined, source: string | null): void {
  const { mcp, route } = useApp()
  useEffect(() => {
    if (artifact === undefined || source !== null) return
    let isOver = false
    mcp.readFile(noteUri(artifact)).then(
      ({ text = '' }) => {
        const guessed = guessSource(text.split('\n'), artifact)
        if (!isOver && guessed !== undefined) route.go({ source: guessed }, { replace: true })
      },
      () => {}, // the fields are there to be filled
    )
    return () => {
      isOver = true
    }
  }, [artifact, source, mcp, route])
}

function Figures({ found: { coverage, audit, source } }: { readonly found: Audited }) {
  const { t, route } = useApp()
  const stale = coverage.stale_ranges.length > 0
  const percent = Math.floor(coverage.coverage_ratio * 1000) / 10
  return (
    <>
      <div class="figures">
        <p class={coverage.meets_min_coverage ? 'figure is-good' : 'figure is-open'}>
          <strong>{t.percent(percent)}</strong> {t.audit.covered(coverage.covered_lines, coverage.total_lines)}
        </p>
        <meter
          min={0}
          max={1}
          value={coverage.coverage_ratio}
          aria-label={t.audit.covered(coverage.covered_lines, source.length)}
        />
        {audit !== undefined && (
          <ul class="figure-list">
            {(['rootless_nodes', 'orphan_branches', 'one_way_refs'] as const).map((name) => (
              <li key={name} class={audit[name] === 0 ? 'is-none' : 'is-some'}>
                <strong>{t.number(audit[name])}</strong> {t.audit.counters[name](audit[name])}
              </li>
            ))}
          </ul>
        )}
        <Legend />
      </div>
      {stale && (
        <p class="band" role="alert">
          {t.audit.stale}{' '}
          <button type="button" class="quiet" onClick={() => route.go({ hash: coverage.hash }, { replace: true })}>
            {t.audit.countAgain}
          </button>
        </p>
      )}
      {audit?.warnings?.map((warning) => (
        <p key={warning} class="band">
          {warning}
        </p>
      ))}
    </>
  )
}

function Legend() {
  const { t } = useApp()
  return (
    <ul class="legend">
      {(['cited', 'uncited', 'blank', 'stale'] as const).map((state) => (
        <li key={state}>
          <span class={`gutter is-${state}`} aria-hidden="true" />
          {t.audit.states[state]}
        </li>
      ))}
    </ul>
  )
}

interface PanesProps {
  readonly found: Audited
  readonly artifactPath: string | undefined
  readonly sourcePath: string
}

function AuditPanes({ found, artifactPath, sourcePath }: PanesProps) {
  const { route } = useApp()
  const states = useMemo(() => lineStates(found.source, found.coverage), [found])
  const gaps = useMemo(() => gapsIn(states), [states])
  const shown = parseLines(route.query.value.get('line'))
  const show = (range: Range | undefined) =>
    route.go({ line: range === undefined ? undefined : `${range.start_line}-${range.end_line}` }, { replace: true })
  const props = { found, shown, show }
  return (
    <div class={artifactPath === undefined ? 'audit-panes is-single' : 'audit-panes'}>
      {artifactPath !== undefined && <ArtifactPane {...props} path={artifactPath} />}
      <SourcePane {...props} path={sourcePath} states={states} gaps={gaps} />
    </div>
  )
}

export interface PaneProps {
  readonly found: Audited
  readonly path: string
  /** The lines of the source that one looks at. */
  readonly shown: Lines | undefined
  readonly show: (range: Range | undefined) => void
}
