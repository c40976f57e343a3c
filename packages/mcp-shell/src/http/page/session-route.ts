import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { ShokoConfig } from '../../config/variables.ts'
import type { Principal } from '../../principal.ts'
import type { Refusal } from '../refusal.ts'
import { isFromOwnPage, type SignIn } from './sign-in.ts'

export interface SessionAnswer {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

const NOT_OURS: Refusal = { status: 403, message: 'Only the page of this server may exchange a code' }
const FOR_PROGRAMS: Refusal = { status: 403, message: 'Codes are for shoko open; a page has its own way in' }
const NO_SUCH_CODE: Refusal = { status: 401, message: 'The code is unknown, late or used; run shoko open again' }
const OTHER_FOLDERS: Refusal = { status: 409, message: 'This server serves other folders' }

/** `{code}` from the page becomes a cookie. */
export function exchangeCode(signIn: SignIn, request: IncomingMessage, code: string): SessionAnswer | Refusal {
  if (!isFromOwnPage(request)) return NOT_OURS
  const cookie = signIn.exchange(request, code)
  return cookie === undefined ? NO_SUCH_CODE : { status: 200, body: { signedIn: true }, headers: { 'Set-Cookie': cookie } }
}

/** A page that could ask for codes would outlive its cookie. */
export function refuseCodeToPages({ headers }: IncomingMessage): Refusal | undefined {
  return headers['sec-fetch-site'] === undefined && headers.origin === undefined ? undefined : FOR_PROGRAMS
}

/** `{folders}` from `shoko open`, which has shown who it is, becomes a code, if these are the folders that are served. */
export function giveCode(
  signIn: SignIn,
  asked: { readonly principal: Principal; readonly config: ShokoConfig; readonly folders: unknown },
): SessionAnswer | Refusal {
  if (asked.folders !== undefined && asked.folders !== foldersDigest(asked.config)) return OTHER_FOLDERS
  return { status: 200, body: { code: signIn.issueCode(asked.principal) } }
}

/** The same for two processes exactly when they serve the same folders. */
export function foldersDigest(config: ShokoConfig): string {
  const { WORKSPACE_ROOT, VAULT_ROOT, MANUALS_ROOT, KANBAN_ROOTS, VIBE_ROOT } = config
  const folders = JSON.stringify([WORKSPACE_ROOT, VAULT_ROOT, MANUALS_ROOT, KANBAN_ROOTS, VIBE_ROOT])
  return createHash('sha256').update(folders).digest('base64url')
}

export function codeIn(body: unknown): string | undefined {
  const { code } = (body ?? {}) as { code?: unknown }
  return typeof code === 'string' && code.length <= 200 ? code : undefined
}
