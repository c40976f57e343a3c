export { configFromProcess, withConfig } from './config/from-process.ts'
export { ConfigError, type ConfigSources, type LoadedConfig, loadConfig, type Origin } from './config/load.ts'
export {
  FAMILY_NAMES,
  type FamilyName,
  type ShokoConfig,
  type Variable,
  type VariableName,
  variables,
} from './config/variables.ts'
export type { BoundFamily, BoundPrompt, BoundResources, BoundTool } from './families/bind.ts'
export { createHttpApp, type HttpApp } from './http/http-app.ts'
export { type InvokePorts, invoke, type Outcome } from './invoke.ts'
export { createJsonLogger } from './log/json-log.ts'
export { flatName } from './names.ts'
export { createRuntime, type Runtime, type RuntimeOptions } from './runtime.ts'
export { type StdioConnection, serveConnection } from './sdk/stdio.ts'
export { createSession, type Session } from './session.ts'
export { version } from './version.ts'
export { type WireTool, wireTool } from './wire-tool.ts'
