import { CallFailed, GONE, SIGNED_OUT } from '../client/mcp.ts'
import type { Strings } from '../strings/en.ts'

/** What went wrong, in the words of its reader where the page has them. */
export function wordsFor(error: unknown, t: Strings, missing = t.notThere): string {
  if (!(error instanceof CallFailed)) return error instanceof Error ? error.message : String(error)
  if (error.code === SIGNED_OUT) return t.signedOut
  if (error.code === GONE) return t.gone
  return MISSING.has(error.code) ? missing : error.message
}

/** What is to be taken back is no longer as one left it: said of the card, not of its hash. */
export function overtaken(error: unknown, t: Strings): unknown {
  return error instanceof CallFailed && error.code === 'conflict' ? new CallFailed('conflict', t.newer) : error
}

/** As the dialects of the families spell it. */
const MISSING: ReadonlySet<string> = new Set([
  'not_found',
  'not-found',
  'PROJECT_NOT_FOUND',
  'FILE_NOT_FOUND',
  'RESOURCE_NOT_FOUND',
])
