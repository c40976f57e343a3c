import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { nearest } from '@shoko/contract'
import { type Client, clientIds, type Machine, type Scope } from '../clients/client.ts'
import { clients } from '../clients/clients.ts'

export interface InitOptions {
  readonly yes: boolean
  readonly dryRun: boolean
  readonly uninstall: boolean
  readonly json: boolean
  readonly scope: Scope
  readonly vault?: string
  readonly manuals?: string
  readonly boards: readonly string[]
  readonly vibe?: string
  /** Undefined: not said; empty: none. */
  readonly clients?: readonly Client[]
  readonly http?: string
  readonly config?: string
}

export const initFlags = {
  yes: { type: 'boolean', short: 'y' },
  'dry-run': { type: 'boolean', short: 'n' },
  uninstall: { type: 'boolean' },
  json: { type: 'boolean' },
  vault: { type: 'string' },
  manuals: { type: 'string' },
  kanban: { type: 'string', multiple: true },
  vibe: { type: 'string' },
  client: { type: 'string', multiple: true },
  scope: { type: 'string' },
  http: { type: 'string' },
  config: { type: 'string' },
} as const

/** A command line that cannot be understood; exit code 2. */
export class UsageError extends Error {}

export function readInitOptions(argv: readonly string[], machine: Machine): InitOptions {
  const { values, positionals } = parse(argv)
  if (positionals.length > 0)
    throw new UsageError(`init takes flags only (got ${JSON.stringify(positionals[0])}); a folder of notes is --vault`)
  const path = (text: string) => resolve(machine.cwd, text.replace(/^~(?=$|[\\/])/, machine.home))
  return {
    yes: values.yes ?? false,
    dryRun: values['dry-run'] ?? false,
    uninstall: values.uninstall ?? false,
    json: values.json ?? false,
    scope: readScope(values.scope),
    boards: (values.kanban ?? []).map(path),
    ...(values.vault === undefined ? {} : { vault: path(values.vault) }),
    ...(values.manuals === undefined ? {} : { manuals: path(values.manuals) }),
    ...(values.vibe === undefined ? {} : { vibe: path(values.vibe) }),
    ...(values.client === undefined ? {} : { clients: readClients(values.client.flatMap((list) => list.split(','))) }),
    ...(values.http === undefined ? {} : { http: readUrl(values.http) }),
    ...(values.config === undefined ? {} : { config: path(values.config) }),
  }
}

export function readClients(names: readonly string[]): readonly Client[] {
  const wanted = names.map((name) => name.trim().toLowerCase()).filter((name) => name !== '' && name !== 'none')
  if (wanted.includes('all')) return clients
  for (const name of wanted) {
    if (clients.some(({ id }) => id === name)) continue
    const close = nearest(name, clientIds)
    throw new UsageError(
      `--client: unknown client ${JSON.stringify(name)}${close === undefined ? '' : `; did you mean ${close}?`} (${clientIds.join(', ')}, all, none)`,
    )
  }
  return clients.filter(({ id }) => wanted.includes(id))
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: initFlags, allowPositionals: true })
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const [, flag] = /'--?([\w-]+)/.exec(error.message) ?? []
    const close = flag === undefined || flag in initFlags ? undefined : nearest(flag, Object.keys(initFlags))
    throw new UsageError(close === undefined ? error.message : `--${flag}: unknown flag; did you mean --${close}?`)
  }
}

function readScope(text: string | undefined): Scope {
  if (text === undefined || text === 'user') return 'user'
  if (text === 'project') return 'project'
  throw new UsageError(`--scope: must be user or project (got ${JSON.stringify(text)})`)
}

function readUrl(text: string): string {
  if (!URL.canParse(text) || !/^https?:/.test(text))
    throw new UsageError(`--http: must be the URL of a server, e.g. http://127.0.0.1:8080/mcp (got ${JSON.stringify(text)})`)
  return text
}
