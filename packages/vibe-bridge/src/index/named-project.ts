import type { DatabaseSync } from 'node:sqlite'
import { type ParsedQuery, parseQuery } from './query.ts'
import type { Tokenizer } from './tokens.ts'

export interface NamedProject {
  readonly project: string
  /** What is asked about it. */
  readonly query: ParsedQuery
}

/**
 * "What is blocked in kura-app?" names a project: its documents hold the name by where they lie, and few say it again. Undefined
 * when no project is named, or nothing else is asked for. Of several, the one with the most words.
 */
export function namedProject(database: DatabaseSync, query: ParsedQuery, tokenizer: Tokenizer): NamedProject | undefined {
  const asked = new Set(query.wanted.map(({ match }) => match))
  let found: { readonly project: string; readonly name: ReadonlySet<string> } | undefined
  for (const { name: project } of database.prepare('SELECT name FROM projects ORDER BY name').iterate()) {
    const name = new Set(parseQuery(String(project), tokenizer).wanted.map(({ match }) => match))
    if (name.size > (found?.name.size ?? 0) && name.isSubsetOf(asked)) found = { project: String(project), name }
  }
  const wanted = query.wanted.filter(({ match }) => !found?.name.has(match))
  return found === undefined || wanted.length === 0 ? undefined : { project: found.project, query: { ...query, wanted } }
}
