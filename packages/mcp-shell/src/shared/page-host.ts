import type { AddressInfo } from 'node:net'
import type { Logger } from '@shoko/contract'
import { createHttpApp } from '../http/http-app.ts'
import { createHttpServer, endHttpServer, listenOn } from '../http/http-server.ts'
import { createTelemetry, type Telemetry } from '../http/telemetry.ts'
import type { Runtime } from '../runtime.ts'
import type { PageSettings } from './identity.ts'
import type { LoadPage } from './pages.ts'

export interface HostedPage {
  readonly port: number
  readonly observe: Telemetry['observe']
  close(): Promise<void>
}

/** The HTTP face of a runtime that serves others too; rejects when it cannot listen. */
export async function hostPage(
  { runtime, logger, page }: { readonly runtime: Runtime; readonly logger: Logger; readonly page: LoadPage },
  settings: PageSettings,
): Promise<HostedPage> {
  const config = { ...runtime.config, ...settings }
  const telemetry = createTelemetry(logger)
  const app = createHttpApp({ ...runtime, config }, { telemetry, page })
  const server = createHttpServer(app)
  const failed = await listenOn(server, config)
  if (failed !== undefined) throw new Error(failed)
  const { port } = server.address() as AddressInfo // it listens on TCP
  return { port, observe: telemetry.observe, close: () => endHttpServer(server, app) }
}
