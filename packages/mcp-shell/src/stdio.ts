// What serves a stdio client, without the HTTP server: a bundler keeps together what one entry exports.
export type { ShokoConfig } from './config/variables.ts'
export { behindAnswers, createJsonLogger } from './log/json-log.ts'
export { REST_MS } from './rest.ts'
export { createRuntime } from './runtime.ts'
export { serveConnection } from './sdk/stdio.ts'
export { noteServer } from './shared/running.ts'
