export type {
  Artifact,
  ArtifactNode,
  Citation,
  Declaration,
  FindingKind,
  NodeGroup,
} from './artifact/model.ts'
export { readArtifact } from './artifact/read-artifact.ts'
export { CitedRanges } from './cited-ranges.ts'
export type { AuditContext, AuditReason } from './context.ts'
export { auditFamily } from './family.ts'
export { auditArtifact, type Finding } from './graph.ts'
export { type AuditOptions, openAudit } from './open-audit.ts'
export { type Coverage, measureCoverage } from './ranges.ts'
export { ArtifactAuditInput, ArtifactAuditOutput, artifactAudit, auditVaultArtifact } from './tools/artifact-audit.ts'
export { measureVaultCoverage, VaultCoverageInput, VaultCoverageOutput, vaultCoverage } from './tools/vault-coverage.ts'
