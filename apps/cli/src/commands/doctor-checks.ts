import { DomainError } from '@shoko/contract'
import { lockingVersion, openRoot, parseDirectory, type Root } from '@shoko/core-fs'
import type { LoadedConfig, ShokoConfig } from '@shoko/mcp-shell'

export interface Check {
  readonly name: string
  readonly status: 'ok' | 'missing' | 'problem'
  readonly detail: string
  readonly fix?: string
}

const top = parseDirectory('')

export async function checkEverything({ config, file, origins }: LoadedConfig): Promise<readonly Check[]> {
  const set = Object.entries(origins).filter(([, origin]) => origin !== 'default')
  return [
    { name: 'node', status: 'ok', detail: `${process.versions.node}, SQLite ${lockingVersion()}` },
    {
      name: 'settings',
      status: 'ok',
      detail: `${file ?? 'no shoko.toml'}; set: ${set.map(([name, origin]) => `${name} (${origin})`).join(', ') || 'nothing, defaults only'}`,
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
          count: (root: Root) => directories(root, 'folders to look for boards in'),
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

async function checkRoot({ name, variable, path, count }: RootCheck): Promise<Check> {
  const root = openRoot(path)
  try {
    return { name, status: 'ok', detail: `${path}: ${await count(root)}` }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    if (error.reason === 'not_found')
      return { name, status: 'missing', detail: `${path} is not there`, fix: `mkdir -p '${path}', or set ${variable}` }
    return { name, status: 'problem', detail: `${path}: ${error.message}`, fix: `make it readable, or set ${variable}` }
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
