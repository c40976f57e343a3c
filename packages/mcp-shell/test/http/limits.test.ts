import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { SERVER_LIMITS } from '../../src/http/http-server.ts'
import { call, rpc, startTrial, type Trial, until } from './trial-server.ts'

const tight = { bufferedBytes: 64 * 1024, momentMs: 100, stalledMs: 200, silentMs: 5000 }

function dial(trial: Trial, text: string): Socket {
  const socket = connect(trial.port, '127.0.0.1')
  socket.on('error', () => {}).write(text)
  onTestFinished(() => void socket.destroy())
  return socket
}

const head = (lines: readonly string[]) =>
  `${['POST /mcp HTTP/1.1', 'Host: localhost', 'Accept: application/json, text/event-stream', 'Content-Type: application/json', ...lines].join('\r\n')}\r\n\r\n`
const whole = (body: string, ...lines: string[]) => head([...lines, `Content-Length: ${Buffer.byteLength(body)}`]) + body

describe('a client that never reads', () => {
  it('is cut off when too much waits for it on its stream, and nobody else notices', async () => {
    const trial = await startTrial({ app: { deliveryLimits: { ...tight, stalledMs: 60_000 } } })
    const id = await trial.initialize()
    await trial.post(rpc('resources/subscribe', { uri: 'trial://a' }), { 'Mcp-Session-Id': id })
    const socket = dial(
      trial,
      `GET /mcp HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\nMcp-Session-Id: ${id}\r\n\r\n`,
    ).pause()
    await streams(trial, 1)
    for (let round = 0; round < 60 && (await figure(trial, 'shoko_http_streams')) === 1; round++)
      await trial.post(call('change', { uri: 'trial://a', times: 2000 }))
    expect(await figure(trial, 'shoko_http_streams')).toBe(0)
    socket.destroy()
    expect((await trial.post(call('echo', { text: 'a' }))).status).toBe(200)
  })

  it('is not taken for one whose batch has more answers than may wait', async () => {
    const trial = await startTrial({ app: { deliveryLimits: { ...tight, momentMs: 60_000, stalledMs: 60_000 } } })
    const batch = Array.from({ length: 100 }, (_, id) => call('echo', { text: 'x'.repeat(1000), times: 100 }, id))
    const answer = await trial.post(batch, { 'Mcp-Protocol-Version': '2025-03-26' })
    expect(answer.status).toBe(200)
    expect(new Set((await answer.text()).match(/"id":\d+/g)).size).toBe(100)
  })

  it('is cut off when it takes nothing of an answer for a while', async () => {
    const trial = await startTrial({ app: { deliveryLimits: tight } })
    const socket = dial(trial, whole(JSON.stringify(call('echo', { text: 'x'.repeat(1000), times: 20_000 })))).pause()
    await until(() => trial.log.some((line) => line.event === 'http.request'))
    await once(socket.resume(), 'close') // what had left already may be read; then it is over
    expect(socket.bytesRead).toBeLessThan(20_000_000)
  })

  it('has only one of the calls it sent answered at a time', async () => {
    const trial = await startTrial({ app: { deliveryLimits: tight } })
    const socket = dial(trial, whole(JSON.stringify(call('echo', { text: 'x'.repeat(1000), times: 4000 }))).repeat(15)).pause()
    await until(() => trial.log.some((line) => line.event === 'http.request'))
    await once(socket.resume(), 'close')
    expect(trial.log.filter((line) => line.tool === 'echo').length).toBeLessThan(5)
  })

  it('is cut off when it sends ever more ahead', async () => {
    const trial = await startTrial()
    const socket = dial(trial, whole(JSON.stringify(call('slow', { steps: 1, ms: 60_000 }))).repeat(20)).resume()
    await once(socket, 'close')
    expect(trial.events.filter((event) => event === 'slow began').length).toBe(1)
  })

  it('gets all its answers, in order, when it reads after all', async () => {
    const trial = await startTrial()
    const requests = [1, 2, 3, 4].map((id) =>
      whole(JSON.stringify(call('slow', { steps: 1, ms: 20 - 4 * id }, id)), ...(id === 4 ? ['Connection: close'] : [])),
    )
    const socket = dial(trial, requests.join('')).setEncoding('utf8')
    let text = ''
    for await (const chunk of socket) text += chunk
    expect([...text.matchAll(/"id":(\d)/g)].map((match) => match[1])).toEqual(['1', '2', '3', '4'])
  })

  it('is not taken for one that reads slowly', async () => {
    // Longer than any pause, since the system tells the sender of room only once much has been read; shorter than it takes in all.
    const trial = await startTrial({ app: { deliveryLimits: { ...tight, stalledMs: 1000 } } })
    const socket = dial(trial, whole(JSON.stringify(call('echo', { text: 'x'.repeat(1000), times: 8000 })), 'Connection: close'))
    socket.on('data', () => {
      socket.pause()
      setTimeout(() => socket.resume(), 5)
    })
    await once(socket, 'close')
    expect(socket.bytesRead).toBeGreaterThan(16_000_000)
  })
})

describe('a client that sends slowly', () => {
  it('loses its connection when the headers or the body take too long', async () => {
    const trial = await startTrial({ server: { ...SERVER_LIMITS, headersMs: 100, requestMs: 200 } })
    const [headers, body] = [
      dial(trial, 'POST /mcp HTTP/1.1\r\nHost: loc'),
      dial(trial, `${head(['Content-Length: 1000'])}{"json`),
    ]
    await Promise.all([once(headers.resume(), 'close'), once(body.resume(), 'close')])
    expect((await trial.post(rpc('ping'))).status).toBe(200)
  })

  it('makes room for one that sends whole requests, when there are too many connections', async () => {
    const trial = await startTrial({ server: { ...SERVER_LIMITS, connections: 8 } })
    const slow = Array.from({ length: 8 }, (_, at) =>
      dial(trial, at % 2 === 0 ? 'POST /mcp HT' : `${head(['Content-Length: 1000'])}{"json`).resume(),
    )
    await Promise.all(slow.map((socket) => once(socket, 'connect')))
    const answers = await Promise.all(Array.from({ length: 6 }, () => trial.post(rpc('ping'))))
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
  })

  it('is turned away while everybody is being served', async () => {
    const trial = await startTrial({ server: { ...SERVER_LIMITS, connections: 2 } })
    const busy = [1, 2].map(() => dial(trial, whole(JSON.stringify(call('slow', { steps: 1, ms: 300 })), 'Connection: close')))
    await until(() => trial.events.length === 2)
    await expect(trial.post(rpc('ping'))).rejects.toThrow()
    await Promise.all(busy.map((socket) => once(socket.resume(), 'close')))
    expect((await trial.post(rpc('ping'))).status).toBe(200)
  })
})

describe('a request', () => {
  it('is refused when its body is too large, whether it says so or not', async () => {
    const trial = await startTrial()
    const large = 'x'.repeat(4 * 1024 * 1024 + 1)
    const status = async (socket: Socket) => String((await once(socket, 'data'))[0]).slice(9, 12)
    expect(await status(dial(trial, head([`Content-Length: ${large.length}`])))).toBe('413')
    const chunked = dial(trial, head(['Transfer-Encoding: chunked']))
    chunked.write(`${large.length.toString(16)}\r\n${large}`)
    expect(await status(chunked)).toBe('413')
  })

  it('is refused when its headers are too large', async () => {
    const trial = await startTrial()
    const [data] = await once(dial(trial, head([`X-Filler: ${'x'.repeat(20_000)}`])), 'data')
    expect(String(data).slice(9, 12)).toBe('431')
  })

  it('may break off at any point without harm', async () => {
    const trial = await startTrial()
    const text = whole(JSON.stringify(call('echo', { text: 'x'.repeat(200), times: 100 })))
    for (let at = 1; at < text.length; at += 17) dial(trial, text.slice(0, at)).end().destroySoon()
    expect((await trial.post(call('echo', { text: 'a' }))).status).toBe(200)
    expect(trial.log.filter((line) => line.level === 'error')).toEqual([])
  })
})

async function figure(trial: Trial, name: string): Promise<number> {
  const page = await (await fetch(`${trial.origin}/metrics`)).text()
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(page)?.[1])
}

async function streams(trial: Trial, expected: number): Promise<void> {
  for (let tries = 0; tries < 100 && (await figure(trial, 'shoko_http_streams')) !== expected; tries++)
    await new Promise((resolve) => setTimeout(resolve, 5))
}
