import { homedir } from 'node:os'
import { DomainError } from '@shoko/contract'
import { lockingVersion, openRoot, parseDirectory, type Root } from '@shoko/core-fs'
import type { LoadedConfig, ShokoConfig } from '@shoko/mcp-shell'
import { tilde } from '../setup/settings-file.ts'

export interface Check {
  readonly name: string
  readonly status: 'ok' | 'missing' | 'problem' | 'skipped'
  readonly detail: string
  readonly fix?: string
}

const top = parseDirectory('')

export async function checkEverything({ config, file, origins }: LoadedConfig): Promise<readonly Check[]> {
  return [
    { name: 'node', status: 'ok', detail: `${process.versions.node}, SQLite ${lockingVersion()}` },
    {
      name: 'settings',
      status: 'ok',
      detail: [file === undefined ? 'no shoko.toml' : tilde(file, homedir()), ...saidBy(origins)].join('; '),
    },
    {
      name: 'families',
      status: 'ok',
      detail: `${config.SHOKO_FAMILIES.join(', ')}${config.SHOKO_READ_ONLY ? '; read-only' : ''}`,
    },
    ...(await Promise.all(rootChecks(config).map(checkRoot))),
    checkExposure(config),
  ]
}

/** Which settings are not the defaults, by where they were said. */
function saidBy(origins: LoadedConfig['origins']): readonly string[] {
  const said = (['file', 'environment', 'command line'] as const).map((origin) => {
    const names = Object.entries(origins).flatMap(([name, from]) => (from === origin ? [name] : []))
    return names.length === 0 ? '' : `${origin}: ${names.join(', ')}`
  })
  const words = said.filter((text) => text !== '')
  return words.length === 0 ? ['defaults only'] : words
}

interface RootCheck {
  readonly name: string
  readonly variable: string
  readonly path: string
  readonly count: (root: Root) => Promise<string>
}

function rootChecks(config: ShokoConfig): readonly RootCheck[] {
  const served = new Set(config.SHOKO_FAMILIES)
  const directories = async (root: Root, what: string) =>
    `${(await root.list(top)).filter(({ kind, name }) => kind === 'dir' && !name.startsWith('.')).length} ${what}`
  return [
    ...(served.has('vault') || served.has('audit')
      ? [
          {
            name: 'vault',
            variable: 'VAULT_ROOT',
            path: config.VAULT_ROOT,
            count: async (root: Root) => `${(await root.walk()).length} files`,
          },
        ]
      : []),
    ...(served.has('manual')
      ? [
          {
            name: 'manuals',
            variable: 'MANUALS_ROOT',
            path: config.MANUALS_ROOT,
            count: (root: Root) => directories(root, 'manuals'),
          },
        ]
      : []),
    ...(served.has('kanban')
      ? config.KANBAN_ROOTS.map((path) => ({
          name: 'boards',
          variable: 'KANBAN_ROOTS',
          path,
          count: countBoards,
        }))
      : []),
    ...(served.has('vibe')
      ? [
          {
            name: 'workspaces',
            variable: 'VIBE_ROOT',
            path: config.VIBE_ROOT,
            count: (root: Root) => directories(root, 'projects'),
          },
        ]
      : []),
  ]
}

/** The root itself may be a board, and so may the folders in it. */
async function countBoards(root: Root): Promise<string> {
  const entries = (await root.list(top)).filter(({ kind }) => kind === 'dir')
  const inside = await Promise.all(entries.map(async ({ path }) => holdsBoard(await root.list(path).catch(() => []))))
  const boards = [holdsBoard(entries), ...inside].filter((holds) => holds).length
  return boards === 0 ? 'no board yet; shoko kanban init makes one' : `${boards} ${boards === 1 ? 'board' : 'boards'}`
}

function holdsBoard(entries: readonly { readonly name: string }[]): boolean {
  return entries.some(({ name }) => name === '.kanban')
}

async function checkRoot({ name, variable, path, count }: RootCheck): Promise<Check> {
  const root = openRoot(path)
  const shown = tilde(path, homedir())
  try {
    return { name, status: 'ok', detail: `${shown}: ${await count(root)}` }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    if (error.reason === 'not_found')
      return { name, status: 'missing', detail: `${shown} is not there`, fix: `mkdir -p '${path}', or set ${variable}` }
    return { name, status: 'problem', detail: `${shown}: ${error.message}`, fix: `make it readable, or set ${variable}` }
  } finally {
    root.close()
  }
}

function checkExposure(config: ShokoConfig): Check {
  const detail = `${config.HTTP_HOST}:${config.HTTP_PORT}, ${config.SHOKO_AUTH_TOKEN !== null ? 'bearer token' : config.OAUTH_ISSUER !== null ? 'OAuth' : 'no authentication'}`
  const exposed = !config.HTTP_HOST.startsWith('127.') && !['localhost', '::1'].includes(config.HTTP_HOST)
  if (!exposed || config.SHOKO_AUTH_TOKEN !== null || config.OAUTH_ISSUER !== null) return { name: 'http', status: 'ok', detail }
  return { name: 'http', status: 'problem', detail, fix: 'set SHOKO_AUTH_TOKEN (32 characters or more) or listen on 127.0.0.1' }
}
