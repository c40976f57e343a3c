/** Opens so many sessions at this address, two at a time, and forgets them. */
const [url = '', count = '0'] = process.argv.slice(2)
const body = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'gone', version: '1' } },
})
const headers = { Accept: 'application/json, text/event-stream', 'Content-Type': 'application/json' }
let left = Number(count)
let refused = 0
await Promise.all([open(), open()])
console.log(`${count} sessions opened, ${refused} refused`)

async function open(): Promise<void> {
  while (left-- > 0) {
    const answer = await fetch(url, { method: 'POST', headers, body })
    if (answer.status !== 200) refused++
    await answer.body?.cancel()
  }
}
