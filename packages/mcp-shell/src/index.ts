export { userCacheDir } from './cache-dir.ts'
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
export { type BodyCode, bodyDialect } from './dialects/body.ts'
export type { Dialect, Failure } from './dialects/dialect.ts'
export { sharedBodyCodes } from './dialects/shared-codes.ts'
export type {
  BoundFamily,
  BoundPrompt,
  BoundResources,
  BoundTool,
  FamilyBinding,
  FamilyPorts,
  Opened,
} from './families/bind.ts'
export { type DefinedFamily, defineFamily } from './families/define-family.ts'
export { type FamilyManifest, manifestOf, type ToolManifest } from './families/manifest.ts'
export type { ServedFamily, ServedTool } from './families/served.ts'
export { createAuthenticator, isRefusal, NOT_YOUR_SPACE } from './http/auth/authenticate.ts'
export { isSafeUrl } from './http/auth/issuer.ts'
export { createOwnUser } from './http/auth/own-user.ts'
export { createHttpApp, type HttpApp, type HttpAppOptions } from './http/http-app.ts'
export { createHttpServer, endHttpServer, listenOn } from './http/http-server.ts'
export type { PageFiles } from './http/page/page-routes.ts'
export { foldersDigest } from './http/page/session-route.ts'
export { createRateLimiter } from './http/rate-limit.ts'
export { type Refusal, refuse } from './http/refusal.ts'
export { createTelemetry, type Telemetry } from './http/telemetry.ts'
export { type InvokePorts, invoke, type Outcome } from './invoke.ts'
export { behindAnswers, createJsonLogger } from './log/json-log.ts'
export { flatName } from './names.ts'
export { owner, type Principal, within } from './principal.ts'
export { REST_MS } from './rest.ts'
export { createRuntime, familyPorts, type Runtime, type RuntimeOptions, type Storage } from './runtime.ts'
export type { Era, ServedBy } from './sdk/call.ts'
export { createServer as createMcpServer } from './sdk/server.ts'
export { type StdioConnection, serveConnection } from './sdk/stdio.ts'
export { createSession, type Session } from './session.ts'
export type { SharedOrder } from './shared/identity.ts'
export { openSharedPage, type SharedPage } from './shared/open-page.ts'
export { noteServer, type RunningServer, runningServers } from './shared/running.ts'
export { runSharedProcess } from './shared/shared-process.ts'
export { documentRule, onMirror, TEAM_FOLDERS } from './team.ts'
export { type FamilyUpkeep, familyUpkeep, KEPT_FAMILIES, type KeptFamily } from './upkeep.ts'
export { version } from './version.ts'
export { type WireTool, wireTool } from './wire-tool.ts'
