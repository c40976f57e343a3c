import { type ChangeHistory, DomainError, type Family, type ResourceProvider } from '@shoko/contract'
import { type BodyCode, bodyDialect, type DefinedFamily, defineFamily, TEAM_FOLDERS } from '@shoko/mcp-shell'

type HistoryReason = 'not_found' | 'invalid_path' | 'not_text' | 'busy'

const CODES: Record<HistoryReason, BodyCode> = {
  not_found: 'not_found',
  invalid_path: 'invalid_path',
  not_text: 'invalid_parameter',
  busy: 'conflict',
}
const PREFIX = 'shoko://history/'
const MOST_CHANGES = 100
const FOLDERS: ReadonlySet<string> = new Set(TEAM_FOLDERS)

/** The changes of a document or a folder as a resource, and documents as they were. */
export function historyFamily(history: ChangeHistory): DefinedFamily {
  const family: Family<ChangeHistory, HistoryReason> = { name: 'history', tools: [], resources }
  return defineFamily({
    family,
    dialect: bodyDialect,
    codes: CODES,
    open: () => ({ ...history, close: () => {} }),
  })
}

const resources: ResourceProvider<ChangeHistory> = {
  scheme: 'shoko',
  templates: [
    {
      uriTemplate: 'shoko://history/{family}/{+path}',
      name: 'history',
      title: 'Who changed it',
      description: `The last ${MOST_CHANGES} changes of a document, or of everything in a folder, newest first: number, time, author, tool, hashes before and after. Families: ${TEAM_FOLDERS.join(', ')}.`,
      mimeType: 'application/json',
    },
    {
      uriTemplate: 'shoko://history/{family}/{+path}?at={number}',
      name: 'history-text',
      title: 'As it was',
      description: 'The text of a document after the change of that number.',
      mimeType: 'text/plain',
    },
  ],
  list: async () => [],
  async read(history, uri) {
    const { path, at } = parsed(uri)
    return at === undefined ? changes(history, { uri, path }) : textAt(history, { uri, path, at })
  },
}

async function changes(history: ChangeHistory, { uri, path }: { readonly uri: string; readonly path: string }) {
  const found = await history.changesOf({ path, limit: MOST_CHANGES + 1 })
  if (found.length === 0) throw notFound(`${path}: no change of it is known`)
  const body = { path, changes: found.slice(0, MOST_CHANGES), more: found.length > MOST_CHANGES }
  return { uri, mimeType: 'application/json', text: JSON.stringify(body) }
}

async function textAt(
  history: ChangeHistory,
  { uri, path, at }: { readonly uri: string; readonly path: string; readonly at: number },
) {
  const content = await history.contentAt(path, at)
  if (content === undefined) throw notFound(`${path}: was not there after change ${at}`)
  try {
    return { uri, mimeType: 'text/plain', text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content) }
  } catch {
    throw new DomainError<HistoryReason>('not_text', `${path}: was no text after change ${at}`)
  }
}

function parsed(uri: string): { readonly path: string; readonly at: number | undefined } {
  const shown = uri.slice(0, 200)
  if (!uri.startsWith(PREFIX)) throw notFound(`${shown}: there is shoko://history/{family}/{path}`)
  const [, place = '', number] = /^(.*?)(?:\?at=([1-9]\d{0,14}))?$/s.exec(uri.slice(PREFIX.length)) ?? []
  const path = decoded(place, shown).replace(/\/+$/, '')
  const [family = ''] = path.split('/')
  if (!FOLDERS.has(family)) throw notFound(`${shown}: a history begins with one of ${TEAM_FOLDERS.join(', ')}`)
  return { path, at: number === undefined ? undefined : Number(number) }
}

function decoded(text: string, shown: string): string {
  try {
    const path = decodeURIComponent(text)
    if (!path.includes('\0')) return path
  } catch {
    // told below
  }
  throw new DomainError<HistoryReason>('invalid_path', `${shown}: is not encoded as URIs are`)
}

function notFound(message: string): DomainError<HistoryReason> {
  return new DomainError<HistoryReason>('not_found', message)
}
