import { useId, useState } from 'preact/hooks'
import { useApp } from '../state/app.ts'
import { useLoaded } from '../state/use-loaded.ts'

interface Hits {
  readonly results: readonly { readonly path: string; readonly match_count: number }[]
}

/** Notes that say from which lines they were made. */
export function AuditStart() {
  const { t, route, mcp } = useApp()
  const found = useLoaded('artifacts', () => mcp.call<Hits>('vault_search', { query: 'source_lines', mode: 'plain' }))
  return (
    <div class="audit-start">
      <p class="state">{t.audit.hint}</p>
      {found !== undefined && !(found instanceof Error) && found.results.length > 0 && (
        <>
          <h2>{t.audit.artifacts}</h2>
          <ul class="rows">
            {found.results.map(({ path, match_count }) => (
              <li key={path}>
                <a href={route.href({ view: 'audit', artifact: path })}>{path}</a>
                <span class="where">{t.audit.citations(match_count)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

interface PathFieldProps {
  readonly label: string
  readonly value: string
  readonly choose: (path: string | undefined) => void
}

/** The path of a note, completed by its title. */
export function PathField({ label, value, choose }: PathFieldProps) {
  const { mcp } = useApp()
  const list = useId()
  const [typed, setTyped] = useState<string | undefined>(undefined)
  const found = useLoaded(typed === undefined ? undefined : typed, () =>
    mcp.complete('vault://{+path}', { name: 'path', value: typed ?? '' }),
  )
  const done = (text: string) => {
    setTyped(undefined)
    if (text.trim() !== value) choose(text.trim() === '' ? undefined : text.trim())
  }
  return (
    <label class="path-field">
      <span>{label}</span>
      <input
        value={typed ?? value}
        list={list}
        dir="auto"
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onChange={(event) => done(event.currentTarget.value)}
      />
      <datalist id={list}>
        {(found === undefined || found instanceof Error ? [] : found.slice(0, 20)).map(({ value: path, title }) => (
          <option key={path} value={path}>
            {title}
          </option>
        ))}
      </datalist>
    </label>
  )
}
