import type { Family } from '@shoko/contract'
import type { AuditContext, AuditReason } from './context.ts'
import { artifactAudit } from './tools/artifact-audit.ts'
import { vaultCoverage } from './tools/vault-coverage.ts'

export const auditFamily: Family<AuditContext, AuditReason> = { name: 'audit', tools: [vaultCoverage, artifactAudit] }
