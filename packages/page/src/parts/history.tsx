import { Age } from '../parts/age.tsx'
import { useApp } from '../state/app.ts'
import { type KeptChange, readChanges } from '../state/kept-changes.ts'
import { useLoaded } from '../state/use-loaded.ts'

const SHOWN = 20

interface HistoryProps {
  /** As the server keeps it: `vault/a.md`. */
  readonly document: string
  /** What it was read as: what is told of a change may come before it counts, what is read does not. */
  readonly state: string
}

/** Who changed it, and when. Nothing where the server does not keep that. */
export function History({ document, state }: HistoryProps) {
  const { t, mcp } = useApp()
  const changes = useLoaded(`${document}\n${state}`, () => readChanges(mcp, document))
  if (changes === undefined || changes instanceof Error || changes.length === 0) return null
  return (
    <section class="history" aria-label={t.history}>
      <h2>{t.history}</h2>
      <ol>
        {changes.slice(0, SHOWN).map((change) => (
          <li key={change.seq}>
            <Who change={change} /> <span class="where">{change.tool}</span> <Age at={change.at} />
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The author, without the prefix that says how it was known. */
export function Who({ change }: { readonly change: KeptChange }) {
  return (
    <span class="who" title={change.author} dir="auto">
      {change.author.replace(/^\w+:/, '')}
    </span>
  )
}
