export { Line, LineRange, nextActions, nonBlank, nullable, oneOf, PathParam } from './atoms.ts'
export { type CallReason, DomainError, type DomainErrorExtras } from './domain-error.ts'
export {
  type Call,
  type ChangeBus,
  type Clock,
  type ConnectionMemory,
  createConnectionMemory,
  type Ids,
  type Logger,
  type LogLevel,
  type MemorySlot,
  type Progress,
  plainCall,
  pushedPrefixes,
  type ResourceChange,
  randomIds,
  silentLogger,
  systemClock,
} from './ports.ts'
export {
  type AnyTool,
  type CompletionRequest,
  defineTool,
  type Effect,
  type Family,
  type PromptDescriptor,
  type ResourceEntry,
  type ResourceProvider,
  type ResourceTemplate,
  type ResourceText,
  type ToolDescriptor,
} from './tool.ts'
export { type ArgumentRules, dropNulls, nearest, type Validation, validateArguments } from './validate.ts'
