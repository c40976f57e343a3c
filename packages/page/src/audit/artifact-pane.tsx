import { useMemo } from 'preact/hooks'
import { useApp } from '../state/app.ts'
import type { Lines } from '../text/markdown.tsx'
import type { Finding, Node, Range } from './audit.ts'
import type { PaneProps } from './audit-view.tsx'

/** The artifact as it is written: each node with the lines it stands on, each finding where it is. */
export function ArtifactPane({ found, path, shown, show }: PaneProps) {
  const { t, route } = useApp()
  const nodes = useMemo(() => Map.groupBy(found.audit?.nodes ?? [], ({ line }) => line), [found])
  const findings = useMemo(() => Map.groupBy(found.audit?.findings ?? [], ({ line }) => line), [found])
  return (
    <section class="audit-pane" aria-label={t.audit.artifact}>
      <header class="audit-pane-head">
        <a class="path" href={route.href({ note: path })}>
          {path}
        </a>
        <span class="grow" />
        <span class="where">{t.audit.nodes(found.audit?.nodes.length ?? 0)}</span>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and so must be reached by key */}
      <section class="lines" tabIndex={0} aria-label={path}>
        <ol class="line-chunk">
          {found.artifact.map((text, at) => (
            <li key={at} class={lineClass(nodes.get(at + 1), shown)}>
              <span class="line-number" aria-hidden="true">
                {at + 1}
              </span>
              <div class="line-body">
                <span class="line-text" dir="auto">
                  {text}
                </span>
                {nodes.get(at + 1)?.map((node) => (
                  <NodeMark key={node.node_id} node={node} show={show} />
                ))}
                {findings.get(at + 1)?.map((finding) => (
                  <FindingMark key={finding.kind + finding.message} finding={finding} />
                ))}
              </div>
            </li>
          ))}
        </ol>
      </section>
    </section>
  )
}

/** Which nodes cite the lines one looks at. */
function lineClass(nodes: readonly Node[] | undefined, shown: Lines | undefined): string {
  if (nodes === undefined) return 'line'
  const isCiting = nodes.some(({ source_lines }) => shown !== undefined && source_lines.some((range) => meets(range, shown)))
  return isCiting ? 'line is-node is-here' : 'line is-node'
}

function meets({ start_line, end_line }: Range, { from, to }: Lines): boolean {
  return start_line <= to && end_line >= from
}

function NodeMark({ node, show }: { readonly node: Node; readonly show: PaneProps['show'] }) {
  const { t } = useApp()
  const { source_lines: ranges, node_id, title } = node
  if (ranges.length === 0) return null // it may inherit; when it does not, a finding says so
  return (
    <span class="node-mark">
      {ranges.map((range) => (
        <button
          key={range.start_line}
          type="button"
          class="cite"
          aria-label={t.audit.showLines(title === '' ? node_id : title, t.line(range.start_line, range.end_line))}
          onClick={() => show(range)}
        >
          {range.start_line === range.end_line ? range.start_line : `${range.start_line}–${range.end_line}`}
        </button>
      ))}
    </span>
  )
}

function FindingMark({ finding }: { readonly finding: Finding }) {
  const { t } = useApp()
  return (
    <p class="finding">
      <strong>{t.audit.kinds[finding.kind]}</strong> {finding.message}
    </p>
  )
}
