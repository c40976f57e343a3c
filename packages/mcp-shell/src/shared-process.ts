export type { SharedOrder } from './shared/identity.ts'
export { runSharedProcess } from './shared/shared-process.ts'
