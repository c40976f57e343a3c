import { type AuditContext, type AuditReason, auditFamily, openAudit } from '@shoko/audit'
import { type BodyCode, bodyDialect } from '../dialects/body.ts'
import { sharedBodyCodes } from '../dialects/shared-codes.ts'
import type { FamilyBinding } from './bind.ts'

export const auditBinding: FamilyBinding<AuditContext, AuditReason, BodyCode> = {
  family: auditFamily,
  dialect: bodyDialect,
  codes: sharedBodyCodes,
  open: ({ config, withheld }) =>
    openAudit({
      root: config.VAULT_ROOT,
      withheld,
      settings: {
        coverageMinRatio: config.COVERAGE_MIN_RATIO,
        marginalGainMin: config.MARGINAL_GAIN_MIN,
        hardMaxChars: config.HARD_MAX_CHARS,
      },
    }),
}
