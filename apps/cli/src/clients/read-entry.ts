import type { Client, Machine } from './client.ts'
import { entryIn, isRecord } from './document.ts'
import { parseJsonc } from './jsonc.ts'
import { tomlDocument } from './toml-document.ts'

export type ReadDocument =
  | { readonly ok: true; readonly value: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly problem: string }

/** The document as this client understands it: what it cannot read is not there for it, however clear it is to us. */
export function readAsClient({ format, isStrict }: Client, text: string): ReadDocument {
  if (text.trim() === '') return { ok: true, value: {} }
  if (format === 'toml') return asDocument(tomlDocument.parse(text), 'cannot be read as TOML')
  if (isStrict !== true) return asDocument(parseJsonc(text)?.value, 'cannot be read as JSON')
  try {
    return asDocument(JSON.parse(text.replace(/^\uFEFF/, '')), 'cannot be read as JSON')
  } catch (error) {
    // The parser quotes the text around the place, and that may be a key.
    const [place] = /line \d+ column \d+|position \d+/.exec(error instanceof Error ? error.message : '') ?? []
    const why = parseJsonc(text) === undefined ? '' : '; this client takes no comments and no trailing commas'
    return { ok: false, problem: `cannot be read as JSON${place === undefined ? '' : ` (${place})`}${why}` }
  }
}

/** Our entry with its variables filled in; Claude Code keeps entries for one folder in the user's file too, and they come first. */
export function entryAsClient(
  client: Client,
  document: Readonly<Record<string, unknown>>,
  { machine, name }: { readonly machine: Machine; readonly name: string },
): Readonly<Record<string, unknown>> | undefined {
  const local =
    client.id === 'claude-code' ? entryIn(document, { path: ['projects', machine.cwd, ...client.path], name }) : undefined
  const entry = local ?? entryIn(document, { path: client.path, name })
  return entry === undefined ? undefined : (filled(entry, client, machine) as Readonly<Record<string, unknown>>) // a record stays one
}

export function isSwitchedOff(entry: Readonly<Record<string, unknown>>): boolean {
  return entry.enabled === false || entry.disabled === true
}

function filled(value: unknown, client: Client, machine: Machine): unknown {
  if (typeof value === 'string') return fillIn(value, client, machine)
  if (Array.isArray(value)) return value.map((item) => filled(item, client, machine))
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, filled(inner, client, machine)]))
}

function fillIn(text: string, { id }: Client, { cwd, home, env }: Machine): string {
  const variable = (name: string) => env[name] ?? ''
  if (id === 'cursor' || id === 'vscode')
    return text
      .replaceAll(/\$\{workspaceFolder\}/g, () => cwd)
      .replaceAll(/\$\{userHome\}/g, () => home)
      .replaceAll(/\$\{env:(\w+)\}/g, (_, name: string) => variable(name))
  if (id === 'opencode') return text.replaceAll(/\{env:(\w+)\}/g, (_, name: string) => variable(name))
  if (id === 'claude-code')
    return text.replaceAll(/\$\{(\w+)(?::-([^}]*))?\}/g, (_, name: string, other?: string) => env[name] ?? other ?? '')
  if (id === 'gemini')
    return text.replaceAll(/\$\{(\w+)\}|\$(\w+)/g, (_, one?: string, other?: string) => variable(one ?? other ?? ''))
  return text
}

function asDocument(value: unknown, problem: string): ReadDocument {
  return isRecord(value) ? { ok: true, value } : { ok: false, problem }
}
