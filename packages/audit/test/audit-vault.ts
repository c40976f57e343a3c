import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { AuditContext } from '../src/context.ts'
import { openAudit } from '../src/open-audit.ts'

/** A vault in a temporary folder with the given files; it is gone when the test has finished. */
export function auditVault(
  files: Readonly<Record<string, string | Uint8Array>>,
  settings: Partial<AuditContext['settings']> = {},
): AuditContext & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), 'shoko-audit-'))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(path, name), content)
  const context = openAudit({ root: path, settings })
  onTestFinished(async () => {
    await context.close()
    rmSync(path, { recursive: true })
  })
  return { ...context, path }
}
