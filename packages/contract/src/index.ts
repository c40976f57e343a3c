export { type ChangeFeed, createChangeFeed } from './change-feed.ts'
export { DEFAULTS, READY_FROM } from './defaults.ts'
export { type CallReason, DomainError, type DomainErrorExtras } from './domain-error.ts'
export { createHandleStore, type HandleLimits, type HandleStore } from './handles.ts'
export { LENGTHS, tooLong } from './lengths.ts'
export { charactersOf, type ListRequest, ListVersions, MIN_BOUND, type Page, type PageOptions, pageOf } from './listing.ts'
export { nearest } from './nearest.ts'
export {
  type Call,
  type CallGate,
  type ChangeBus,
  type ChangeHistory,
  type Clock,
  type ConnectionMemory,
  createConnectionMemory,
  createOwnWrites,
  type DocumentChange,
  type Figure,
  type GatedCall,
  type Ids,
  type IndexReport,
  type Logger,
  type LogLevel,
  type MemorySlot,
  type OwnWrites,
  type Ports,
  type Progress,
  plainCall,
  pushedPrefixes,
  type ResourceChange,
  randomIds,
  silentLogger,
  systemClock,
  withPorts,
} from './ports.ts'
export { proposing } from './proposing.ts'
export { addReservation, collectReservations, saying } from './reservations.ts'
export {
  createSessionStore,
  createSharedHandles,
  type EventLogs,
  type KeptEvents,
  type RateLimiter,
  type SessionState,
  type SessionStore,
  type SharedHandles,
  type StatsRows,
  type StoredSession,
} from './server-ports.ts'
export {
  type Completion,
  type CompletionRequest,
  defineTool,
  type Effect,
  type Family,
  type PromptDescriptor,
  type ResourceBlob,
  type ResourceEntry,
  type ResourceProvider,
  type ResourceTemplate,
  type ResourceText,
  type TitledCompletion,
  type ToolDescriptor,
} from './tool.ts'
export type { Finding, Upkeep } from './upkeep.ts'
export { oneLine, withVisibleControls } from './visible.ts'
