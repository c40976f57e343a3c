import { homedir } from 'node:os'
import { DomainError } from '@shoko/contract'
import { lockingVersion, openRoot, parseDirectory, type Root } from '@shoko/core-fs'
import type { LoadedConfig, ShokoConfig, VariableName } from '@shoko/mcp-shell'
import { tilde } from '../setup/settings-file.ts'
import { saidBy } from './doctor-settings.ts'

export interface Check {
  readonly name: string
  readonly status: 'ok' | 'missing' | 'problem' | 'skipped'
  readonly detail: string
  readonly fix?: string
}

const top = parseDirectory('')

/** `added`: flags that came from the user's settings. */
export async function checkEverything(loaded: LoadedConfig, added: readonly string[]): Promise<readonly Check[]> {
  const { config, warnings } = loaded
  return [
    { name: 'node', status: 'ok', detail: `${process.versions.node}, SQLite ${lockingVersion()}` },
    { name: 'settings', status: 'ok', detail: saidBy(loaded, added) },
    ...warnings.map((detail) => ({ name: 'settings', status: 'skipped' as const, detail })),
    {
      name: 'families',
      status: 'ok',
      detail: `${config.SHOKO_FAMILIES.join(', ')}${config.SHOKO_READ_ONLY ? '; read-only' : ''}`,
    },
    ...(await Promise.all(rootChecks(loaded).map((check) => checkRoot(check, loaded)))),
    checkExposure(config),
  ]
}

interface RootCheck {
  readonly name: string
  readonly variable: VariableName
  readonly path: string
  readonly count: (root: Root) => Promise<string>
  /** What is not as its owner will think. */
  readonly concern?: (root: Root, path: string) => Promise<Pick<Check, 'detail' | 'fix'> | undefined>
}

function rootChecks({ config, origins }: LoadedConfig): readonly RootCheck[] {
  const served = new Set(config.SHOKO_FAMILIES)
  const directories = async (root: Root, what: string) =>
    counted((await root.list(top)).filter(({ kind, name }) => kind === 'dir' && !name.startsWith('.')).length, what)
  return [
    ...(served.has('vault') || served.has('audit')
      ? [
          {
            name: 'vault',
            variable: 'VAULT_ROOT' as const,
            path: config.VAULT_ROOT,
            count: async (root: Root) => counted((await root.walk()).length, 'file'),
          },
        ]
      : []),
    ...(served.has('manual') ? manualChecks(config, origins, directories) : []),
    ...(served.has('kanban')
      ? config.KANBAN_ROOTS.map((path) => ({
          name: 'boards',
          variable: 'KANBAN_ROOTS' as const,
          path,
          count: countBoards,
        }))
      : []),
    ...(served.has('vibe')
      ? [
          {
            name: 'workspaces',
            variable: 'VIBE_ROOT' as const,
            path: config.VIBE_ROOT,
            count: (root: Root) => directories(root, 'project'),
          },
        ]
      : []),
  ]
}

/** Where manuals are named one by one, a folder of manuals that nobody has spoken of need not be there. */
function manualChecks(
  { MANUALS, MANUALS_ROOT }: ShokoConfig,
  origins: LoadedConfig['origins'],
  directories: (root: Root, what: string) => Promise<string>,
): readonly RootCheck[] {
  const name = 'manuals'
  const named = MANUALS.map((manual) => ({
    name,
    variable: 'MANUALS' as const,
    path: manual.path,
    count: async (root: Root) => `${manual.name}, ${counted((await root.walk()).length, 'file')}`,
  }))
  if (named.length > 0 && origins.MANUALS_ROOT === 'default') return named
  const count = (root: Root) => directories(root, 'manual')
  return [{ name, variable: 'MANUALS_ROOT' as const, path: MANUALS_ROOT, count, concern: strayFiles }, ...named]
}

function counted(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`
}

/** The root itself may be a board, and so may the folders in it. */
async function countBoards(root: Root): Promise<string> {
  const entries = (await root.list(top)).filter(({ kind }) => kind === 'dir')
  const inside = await Promise.all(entries.map(async ({ path }) => holdsBoard(await root.list(path).catch(() => []))))
  const boards = [holdsBoard(entries), ...inside].filter((holds) => holds).length
  return boards === 0 ? 'no board yet; shoko kanban init makes one' : counted(boards, 'board')
}

function holdsBoard(entries: readonly { readonly name: string }[]): boolean {
  return entries.some(({ name }) => name === '.kanban')
}

/** Files beside the manuals belong to none, and no search finds them. */
async function strayFiles(root: Root, path: string): Promise<Pick<Check, 'detail' | 'fix'> | undefined> {
  const stray = (await root.list(top)).filter(({ kind, name }) => kind === 'file' && /\.(md|markdown|json|txt)$/i.test(name))
  if (stray.length === 0) return undefined
  const names = stray.slice(0, 3).map(({ name }) => name)
  const more = stray.length > names.length ? ` and ${stray.length - names.length} more` : ''
  return {
    detail: `${names.join(', ')}${more} ${stray.length === 1 ? 'lies' : 'lie'} at the top, in no manual: nothing finds them`,
    fix: `move them into a folder of their own, or make the whole folder one manual: --manuals docs=${path}`,
  }
}

async function checkRoot({ name, variable, path, count, concern }: RootCheck, { origins }: LoadedConfig): Promise<Check> {
  const otherwise = `or ${origins[variable] === 'default' ? 'set' : 'correct'} ${variable}`
  const root = openRoot(path, { hidden: 'reached' })
  const shown = tilde(path, homedir())
  try {
    const [number, found] = [await count(root), await concern?.(root, path)]
    if (found === undefined) return { name, status: 'ok', detail: `${shown}: ${number}` }
    // Nothing is served at all, or only not everything.
    const status = number.startsWith('0 ') ? 'problem' : 'skipped'
    return { ...found, name, status, detail: `${shown}: ${number}; ${found.detail}` }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    if (error.reason === 'not_found')
      return { name, status: 'missing', detail: `${shown} is not there`, fix: `mkdir -p '${path}', ${otherwise}` }
    return { name, status: 'problem', detail: `${shown}: ${error.message}`, fix: `make it readable, ${otherwise}` }
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
