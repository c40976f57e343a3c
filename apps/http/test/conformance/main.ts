import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { systemClock } from '@shoko/contract'
import {
  configFromProcess,
  createHttpApp,
  createHttpServer,
  createJsonLogger,
  createMcpServer,
  createRuntime,
  createTelemetry,
} from '@shoko/mcp-shell'
import { addFixtures } from './fixtures.ts'

/** The real HTTP app with the suite's fixtures added to what it serves. For `npm run conformance` only; never shipped. */
const { config } = configFromProcess(process.argv.slice(2))
const telemetry = createTelemetry(
  createJsonLogger({ level: config.LOG_LEVEL, clock: systemClock, write: (line) => process.stderr.write(line) }),
)
const runtime = createRuntime(config, telemetry)
const app = createHttpApp(runtime, { telemetry, serverFor: (served) => addFixtures(createMcpServer(runtime, served)) })
const server = createHttpServer(app).listen(config.HTTP_PORT, '127.0.0.1')
await once(server, 'listening')
const { port } = server.address() as AddressInfo
process.stderr.write(`${JSON.stringify({ event: 'http.listening', url: `http://127.0.0.1:${port}/mcp` })}\n`)
process.once('SIGTERM', () => process.exit(0))
