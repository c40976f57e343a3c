import { spawn } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { cliMain, demoWorkspace, plainEnvironment, runProgram, startHttp } from '@shoko/testkit'
import { describe, expect, it, onTestFinished } from 'vitest'

const TOKEN = 'o'.repeat(40)

function workspace() {
  const demo = demoWorkspace()
  onTestFinished(() => demo.remove())
  return demo
}

async function running(env: Readonly<Record<string, string>>) {
  const server = await startHttp(env)
  onTestFinished(() => void server.stop())
  return { ...server, port: new URL(server.origin).port }
}

/** Starts the command and waits for the line that names the address. */
async function opened(args: readonly string[], env: Readonly<Record<string, string>>): Promise<string> {
  const child = spawn(process.execPath, [cliMain, 'open', '--no-browser', ...args], { env: { ...plainEnvironment(), ...env } })
  onTestFinished(() => void child.kill())
  for await (const line of createInterface({ input: child.stdout })) if (line.startsWith('Shoko is at ')) return line.slice(12)
  throw new Error('it ended without an address')
}

/** An agent that has been answered, so that the process which agents share runs. */
async function agent(env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [cliMain, 'stdio'], { env: { ...plainEnvironment(), ...env } })
  const clientInfo = { name: 'agent', version: '1' }
  const messages = [
    { id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/call', params: { name: 'vault_ls', arguments: {} } },
  ]
  for (const message of messages) child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  for await (const line of createInterface({ input: child.stdout }))
    if ((JSON.parse(line) as { id?: number }).id === 2) return child
  throw new Error('it ended without an answer')
}

async function runningKinds(env: Readonly<Record<string, string>>): Promise<{ readonly kind: string; readonly pid: number }[]> {
  const { stdout } = await runProgram(cliMain, { args: ['doctor', '--memory', '--json'], env })
  return (JSON.parse(stdout) as { servers: { kind: string; pid: number }[] }).servers
}

describe('shoko open', () => {
  it('is served by the process that the agents share, and goes on at its address when that ends', async () => {
    const demo = workspace()
    const env = { ...demo.env, SHOKO_AUTH_TOKEN: TOKEN }
    const client = await agent(demo.env)
    onTestFinished(() => void client.kill())
    const address = await opened(['--http-port', '0'], env)
    const { origin, hash } = new URL(address)
    expect(hash).toMatch(/^#code=[\w-]{43}$/)
    expect(await (await fetch(origin)).text()).toContain('<title>Shoko</title>')
    expect((await fetch(`${origin}/mcp`, { method: 'POST' })).status).toBe(401)
    const metrics = await fetch(`${origin}/metrics`, { headers: { Authorization: `Bearer ${TOKEN}` } })
    expect(await metrics.text()).toContain('shoko_memory_bytes')
    const servers = await runningKinds(demo.env)
    expect(servers.map(({ kind }) => kind).toSorted()).toEqual(['front', 'shared'])
    process.kill(servers.find(({ kind }) => kind === 'shared')!.pid, 'SIGKILL')
    await expect
      .poll(
        () =>
          fetch(origin).then(
            ({ status }) => status,
            () => 0,
          ),
        { timeout: 10_000 },
      )
      .toBe(200)
  })

  it('uses the server that serves these folders', async () => {
    const demo = workspace()
    const { port, origin } = await running(demo.env)
    const { code, stdout } = await runProgram(cliMain, { args: ['open', '--no-browser', '--http-port', port], env: demo.env })
    expect({ code, stdout }).toEqual({ code: 0, stdout: `Shoko is at ${origin}/\n` })
  })

  it('starts one where there is none, and leaves one of other folders alone', async () => {
    const [demo, other] = [workspace(), workspace()]
    const { port } = await running(other.env)
    const address = await opened(['--http-port', port], demo.env)
    expect(new URL(address).port).not.toBe(port)
    expect(await (await fetch(address)).text()).toContain('<title>Shoko</title>')
  })

  it('lets a page in by a code where a token is needed', async () => {
    const demo = workspace()
    const address = await opened(['--http-port', '0'], { ...demo.env, SHOKO_AUTH_TOKEN: TOKEN })
    const { origin, hash } = new URL(address)
    expect(hash).toMatch(/^#code=[\w-]{43}$/)
    expect((await fetch(`${origin}/mcp`, { method: 'POST' })).status).toBe(401)
  })

  it('hands a code to the browser in a file that nobody else can read, never on a command line', async () => {
    const demo = workspace()
    const { port } = await running({ ...demo.env, SHOKO_AUTH_TOKEN: TOKEN })
    const [seen, browser] = [join(demo.path, 'seen'), join(demo.path, 'browser')]
    writeFileSync(browser, `#!/bin/sh\necho "$@" > ${seen}.part && mv ${seen}.part ${seen}\n`)
    chmodSync(browser, 0o755)
    const env = { ...demo.env, SHOKO_AUTH_TOKEN: TOKEN, BROWSER: browser }
    const { stdout } = await runProgram(cliMain, { args: ['open', '--http-port', port], env })
    expect(stdout).not.toContain('code=')
    await expect.poll(() => existsSync(seen)).toBe(true)
    const file = new URL(readFileSync(seen, 'utf8').trim())
    expect([file.protocol, statSync(file).mode & 0o777]).toEqual(['file:', 0o600])
    expect(readFileSync(file, 'utf8')).toMatch(new RegExp(`url=http://127\\.0\\.0\\.1:${port}/#code=[\\w-]{43}"`))
  })

  it('says why when its token is not the one of the server', async () => {
    const demo = workspace()
    const { port } = await running({ ...demo.env, SHOKO_AUTH_TOKEN: TOKEN })
    const env = { ...demo.env, SHOKO_AUTH_TOKEN: 'x'.repeat(40) }
    const { code, stderr } = await runProgram(cliMain, { args: ['open', '--no-browser', '--http-port', port], env })
    expect([code, stderr]).toEqual([2, expect.stringContaining('The token is not valid')])
  })

  it('does not take what something else on the port says for a code', async () => {
    const demo = workspace()
    const impostor = createServer((_request, response) => response.end('{"code":"\\"><script>"}')).listen(0, '127.0.0.1')
    onTestFinished(() => void impostor.close())
    await new Promise((resolve) => impostor.once('listening', resolve))
    const { port } = impostor.address() as AddressInfo
    const address = await opened(['--http-port', String(port)], demo.env)
    expect(new URL(address).port).not.toBe(String(port))
  })
})
