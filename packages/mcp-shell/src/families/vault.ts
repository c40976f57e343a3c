import { join } from 'node:path'
import { findNotes, openVault, type VaultContext, type VaultReason, vaultFamily } from '@shoko/vault'
import { type BodyCode, bodyDialect } from '../dialects/body.ts'
import { sharedBodyCodes } from '../dialects/shared-codes.ts'
import type { FamilyBinding } from './bind.ts'

export const vaultBinding: FamilyBinding<VaultContext, VaultReason, BodyCode> = {
  family: vaultFamily,
  dialect: bodyDialect,
  codes: {
    ...sharedBodyCodes,
    reserved_area: 'forbidden',
    daily_rule: 'forbidden',
    missing_note: 'conflict',
    pattern_too_slow: 'invalid_parameter',
  },
  open: ({ config, cacheDir, ...ports }) =>
    openVault({
      ...ports,
      root: config.VAULT_ROOT,
      cachePath: join(cacheDir, 'vault'),
      settings: {
        scanDefaultChunkLines: config.VAULT_SCAN_DEFAULT_CHUNK_LINES,
        scanMaxChunkLines: config.VAULT_SCAN_MAX_CHUNK_LINES,
        hardMaxChars: config.HARD_MAX_CHARS,
        daily: { dir: config.DAILY_DIR, format: config.DAILY_FORMAT },
        traceMaxKeep: config.TRACE_MAX_KEEP,
        traceTtlSec: config.TRACE_TTL_SEC,
      },
    }),
  warm: ({ grep }) => grep.warm(),
  rest: async ({ grep, shelf, notes }, isIdle) => {
    shelf.clear()
    if (isIdle()) await grep.close()
    if (isIdle()) await notes.rest(isIdle)
  },
  find: async (context, { query, limits }, call) => {
    const asked = { query, limits: { max_passages: limits.maxPassages, max_chars: limits.maxChars } }
    const { passages, summary } = await findNotes(context, asked, call)
    return {
      candidates: summary.candidates,
      passages: passages.map(({ path, start_line, end_line, heading, text, confidence }) => {
        const ref = { path, range: { start_line, end_line } }
        return { ref, heading, text, confidence, read: { type: 'vault_read', params: ref } }
      }),
    }
  },
}
