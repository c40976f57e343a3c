/**
 * Another principal's program, in a process of its own: what it costs itself must not be measured as the server's. It works
 * while it is told to, and says how much it has sent. The machine that it would be on is not this one: it gives way.
 */
import { Agent, request } from 'node:http'
import { setPriority } from 'node:os'
import { type Caller, createCaller, handshake, rpc } from './caller.ts'

export interface AttackOrder {
  readonly url: string
  readonly token: string
}

const LEAST_PRIORITY = 19

process.once('message', (order) => {
  const { url, token } = order as AttackOrder // from neighbour.ts
  setPriority(LEAST_PRIORITY)
  const caller = createCaller(url, token, 64)
  let stop: AbortController | undefined
  let working: Promise<number> = Promise.resolve(0)
  process.on('message', async (word) => {
    if (word === 'begin') {
      stop = new AbortController()
      working = doItsWorst(caller, streamOpener(url, token), stop.signal)
    }
    if (word === 'rest') {
      stop?.abort()
      process.send?.(await working)
    }
  })
  process.send?.(0)
})

/** Opens a stream and leaves it. */
function streamOpener(url: string, token: string): (session: string) => void {
  const agent = new Agent({ keepAlive: true })
  return (session) => {
    const headers = { Accept: 'text/event-stream', Authorization: `Bearer ${token}`, 'Mcp-Session-Id': session }
    request(url, { agent, headers }, (response) => void response.resume())
      .on('error', () => {})
      .end()
  }
}

/** Sessions, streams, subscriptions, traces and batches, as fast as its answers come, whatever they are. */
async function doItsWorst(caller: Caller, openStream: (session: string) => void, signal: AbortSignal): Promise<number> {
  let sent = 0
  const repeat = async (work: () => Promise<{ readonly status: number }>) => {
    while (!signal.aborted) {
      sent++
      const { status } = await work()
      // Who is told to wait asks again at once, but not without an end: the client's own processor is the server's here.
      if (status === 429) await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  const openSession = async () => {
    const { session, status } = await caller.send(handshake)
    if (session === undefined) return { status }
    openStream(session)
    const uri = `vibe://projects/${'x'.repeat(1900)}${sent}`
    return caller.send(rpc('resources/subscribe', { uri }), { 'Mcp-Session-Id': session })
  }
  const find = (query: string, id: number) => rpc('tools/call', { name: 'manual_find', arguments: { query } }, id)
  const batch = () => caller.send(Array.from({ length: 100 }, (_, id) => find(`手続き ${sent} ${id}`, id)))
  const trace = () =>
    caller.send(rpc('tools/call', { name: 'manual_find', arguments: { query: `guía ${sent}`, include_claim_graph: true } }))
  const large = () => caller.send(rpc('tools/call', { name: 'vault_search', arguments: { query: 'x'.repeat(200_000) } }))
  await Promise.all([repeat(openSession), repeat(openSession), repeat(batch), repeat(trace), repeat(large)])
  return sent
}
