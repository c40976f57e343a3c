import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { type Environment, plainEnvironment, runProgram, stdioMain, temporaryTree } from '@shoko/testkit'
import { describe, expect, it } from 'vitest'

function message(id: number, method: string, params: object = {}): string {
  return `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`
}

const initialize =
  message(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } }) +
  `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`

function start(env: Environment): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [stdioMain], { env: { ...plainEnvironment(), ...env } })
}

function answersOf(stdout: string): { id?: number; result?: unknown; error?: unknown }[] {
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

describe('the stdio server', () => {
  it('answers everything that was asked before the end of input, then exits with 0', async () => {
    const vault = temporaryTree({ 'vault/a.md': 'hello\n' })
    const calls = Array.from({ length: 50 }, (_, i) =>
      message(i + 2, 'tools/call', { name: 'vault_create', arguments: { path: `n/${i}.md`, content: `note ${i}` } }),
    )
    const { code, stdout } = await runProgram(stdioMain, {
      env: { WORKSPACE_ROOT: vault.path },
      input: initialize + calls.join(''),
    })
    expect(code).toBe(0)
    expect(
      answersOf(stdout)
        .map(({ id }) => id)
        .sort((a, b) => a! - b!),
    ).toEqual(Array.from({ length: 51 }, (_, i) => i + 1))
    expect(vault.read('vault/n/49.md')).toBe('note 49')
  })

  it('exits with 0 when the input ends before a word was said', async () => {
    expect((await runProgram(stdioMain, { env: { WORKSPACE_ROOT: temporaryTree().path } })).code).toBe(0)
  })

  it('writes nothing but protocol messages to stdout and JSON lines to stderr', async () => {
    const { stdout, stderr } = await runProgram(stdioMain, {
      env: { WORKSPACE_ROOT: temporaryTree().path },
      input: `${initialize + message(2, 'tools/call', { name: 'vault_ls', arguments: {} })}not json\n${message(3, 'tools/list')}`,
    })
    for (const answer of answersOf(stdout)) expect(answer).toMatchObject({ jsonrpc: '2.0' })
    for (const line of stderr.trim().split('\n'))
      expect(JSON.parse(line)).toMatchObject({ ts: expect.any(Number), level: expect.any(String) })
  })

  it('flushes what is under way on SIGTERM and exits with 0', async () => {
    const vault = temporaryTree({ 'vault/a.md': '' })
    const child = start({ WORKSPACE_ROOT: vault.path })
    const lines = createInterface({ input: child.stdout })
    child.stdin.write(initialize)
    await once(lines, 'line')
    const answered: string[] = []
    lines.on('line', (line) => answered.push(line))
    child.stdin.write(
      Array.from({ length: 20 }, (_, i) =>
        message(i + 2, 'tools/call', { name: 'vault_write', arguments: { path: 'a.md', content: `${i}\n`, mode: 'append' } }),
      ).join(''),
    )
    await once(lines, 'line')
    child.kill('SIGTERM')
    await once(child, 'close')
    expect(child.exitCode).toBe(0)
    expect(vault.read('vault/a.md').split('\n').length - 1).toBe(answered.length)
  })

  it('exits when its output breaks', async () => {
    const child = start({ WORKSPACE_ROOT: temporaryTree().path })
    child.stdout.destroy()
    child.stdin.on('error', () => {})
    child.stdin.write(initialize + message(2, 'tools/list'))
    await once(child, 'exit')
    expect(child.exitCode).toBe(0)
  })

  it('exits when its parent dies, even if its input stays open', async () => {
    const root = temporaryTree({ 'vault/a.md': 'x' }).path
    // A second child holds the server's input open and says hello through it; the parent names both once the server answers, and is then killed.
    const script = `
      const { spawn } = require('node:child_process')
      const keep = 'process.stdout.write(' + JSON.stringify(${JSON.stringify(initialize)}) + '); setTimeout(() => {}, 60000)'
      const keeper = spawn(process.execPath, ['-e', keep], { stdio: ['ignore', 'pipe', 'ignore'], detached: true })
      const server = spawn(process.execPath, [${JSON.stringify(stdioMain)}], { stdio: [keeper.stdout, 'pipe', 'ignore'], env: { ...process.env, WORKSPACE_ROOT: ${JSON.stringify(root)} } })
      server.stdout.once('data', () => console.log(JSON.stringify({ server: server.pid, keeper: keeper.pid })))
    `
    const parent = spawn(process.execPath, ['-e', script], { env: plainEnvironment() })
    const [line] = (await once(createInterface({ input: parent.stdout }), 'line')) as [string]
    const { server, keeper } = JSON.parse(line) as { server: number; keeper: number }
    try {
      expect(alive(server)).toBe(true)
      parent.kill('SIGKILL')
      while (alive(server)) await new Promise((resolve) => setTimeout(resolve, 100))
      expect(alive(keeper)).toBe(true)
    } finally {
      process.kill(keeper, 'SIGKILL')
    }
  })

  it('lists every bad setting and exits with 2', async () => {
    const { code, stdout, stderr } = await runProgram(stdioMain, { env: { HTTP_PORT: 'x', LOG_LEVEL: 'loud' } })
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toBe(
      'HTTP_PORT: must be an integer from 0 to 65535 (got "x")\nLOG_LEVEL: must be one of error, warn, info, debug (got "loud")\n',
    )
  })

  it('lets its log level filter', async () => {
    const input = initialize + message(2, 'tools/call', { name: 'vault_ls', arguments: {} })
    const env = { WORKSPACE_ROOT: temporaryTree({ 'vault/a.md': '' }).path }
    expect((await runProgram(stdioMain, { env: { ...env, LOG_LEVEL: 'error' }, input })).stderr).toBe('')
    expect(JSON.parse((await runProgram(stdioMain, { env, input })).stderr)).toMatchObject({
      level: 'info',
      tool: 'vault_ls',
      ok: true,
      elapsed_ms: expect.any(Number),
    })
  })
})

/** A process that ended but was not collected by its adopter is dead all the same. */
function alive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return process.platform !== 'linux' || !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
