import { CallFailed, GONE, SIGNED_OUT } from '../client/mcp.ts'
import type { Strings } from '../strings/en.ts'

/** What went wrong, in the words of its reader where the page has them. */
export function wordsFor(error: unknown, t: Strings, missing = t.notThere): string {
  if (!(error instanceof CallFailed)) return error instanceof Error ? error.message : String(error)
  if (error.code === SIGNED_OUT) return t.signedOut
  if (error.code === GONE) return t.gone
  return MISSING.has(error.code) ? missing : error.message
}

/** As the two dialects of the families spell it. */
const MISSING: ReadonlySet<string> = new Set(['not_found', 'not-found'])
