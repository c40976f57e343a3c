/** The families with their code, for programs that need one and no server. Apart from the index, which must stay light. */
export { auditBinding } from './families/audit.ts'
export { kanbanBinding } from './families/kanban.ts'
export { manualBinding } from './families/manual.ts'
export { vaultBinding } from './families/vault.ts'
export { vibeBinding } from './families/vibe.ts'
