import type { Socket } from 'node:net'
import type { Logger } from '@shoko/contract'
import type { PageFiles } from '../http/page/page-routes.ts'
import type { InvokePorts } from '../invoke.ts'
import type { Runtime } from '../runtime.ts'
import type { PageAnswer, PageSettings } from './identity.ts'
import type { HostedPage } from './page-host.ts'

export type LoadPage = () => Promise<PageFiles>

export interface Pages {
  /** How many hold a page. */
  readonly size: number
  /** Serves the page for as long as the socket is open; `left` is called after that. */
  hold(socket: Socket, settings: PageSettings, left: () => void): void
  readonly observe: NonNullable<InvokePorts['observe']>
  close(): Promise<void>
}

/** The pages that a shared process serves for `shoko open`: one server for each way of serving it, as long as somebody wants it. */
export function createPages(ports: { readonly logger: Logger; readonly page: LoadPage; readonly runtime: () => Runtime }): Pages {
  const holders = new Set<Socket>()
  const hosted = new Map<string, { readonly page: Promise<HostedPage>; holders: number }>()

  /** Loaded with the first page: a process that serves agents alone does without HTTP. */
  async function start(settings: PageSettings): Promise<HostedPage> {
    const { hostPage } = await import('./page-host.ts')
    return hostPage({ ...ports, runtime: ports.runtime() }, settings)
  }

  async function leave(key: string): Promise<void> {
    const own = hosted.get(key)!
    own.holders--
    if (own.holders > 0) return
    hosted.delete(key)
    await own.page.then(
      (page) => page.close(),
      () => {}, // it never was
    )
  }

  return {
    get size() {
      return holders.size
    },
    hold(socket, settings, left) {
      const key = JSON.stringify(settings)
      const own = hosted.get(key) ?? { page: start(settings), holders: 0 }
      hosted.set(key, own)
      own.holders++
      holders.add(socket)
      const answer = (said: PageAnswer) => socket.writable && socket.write(`${JSON.stringify(said)}\n`)
      own.page.then(
        ({ port }) => answer({ port }),
        (error: Error) => answer({ error: error.message }),
      )
      socket.once('close', () => {
        holders.delete(socket)
        void leave(key).finally(left)
      })
      socket.once('end', () => socket.end())
      socket.resume()
    },
    observe(call) {
      for (const { page } of hosted.values()) void page.then(({ observe }) => observe(call)).catch(() => {})
    },
    async close() {
      for (const socket of holders) socket.destroy()
      await Promise.all([...hosted.keys()].map(leave))
    },
  }
}
