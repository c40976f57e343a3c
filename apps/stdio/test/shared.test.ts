import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { plainEnvironment, stdioMain, temporaryTree } from '@shoko/testkit'
import { afterEach, describe, expect, it, vi } from 'vitest'

type Reply = {
  readonly id?: number
  readonly result?: Record<string, unknown>
  readonly error?: object
  readonly method?: string
}

/** One client, in bare JSON-RPC. */
class Client {
  readonly child: ChildProcessWithoutNullStreams
  readonly heard: Reply[] = []
  readonly log: string[] = []
  #last = 0

  constructor(env: Readonly<Record<string, string>>) {
    this.child = spawn(process.execPath, [stdioMain], { env: { ...plainEnvironment(), ...env } })
    this.child.stdin.on('error', () => {})
    createInterface({ input: this.child.stdout }).on('line', (line) => this.heard.push(JSON.parse(line)))
    createInterface({ input: this.child.stderr }).on('line', (line) => this.log.push(line))
    clients.push(this)
  }

  async open(): Promise<this> {
    await this.request('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    })
    this.send({ method: 'notifications/initialized' })
    return this
  }

  send(message: object): void {
    this.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  }

  ask(method: string, params: object = {}): number {
    this.send({ id: ++this.#last, method, params })
    return this.#last
  }

  answer(id: number): Promise<Reply> {
    return vi.waitUntil(() => this.heard.find((reply) => reply.id === id), { timeout: 20_000, interval: 5 })
  }

  request(method: string, params: object = {}): Promise<Reply> {
    return this.answer(this.ask(method, params))
  }

  async call(name: string, args: object): Promise<Record<string, unknown>> {
    const { result } = await this.request('tools/call', { name, arguments: args })
    return JSON.parse((result as { content: { text: string }[] }).content[0]!.text) as Record<string, unknown>
  }

  async close(): Promise<number | null> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return this.child.exitCode
    this.child.stdin.end()
    await once(this.child, 'close')
    return this.child.exitCode
  }
}

const clients: Client[] = []

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()))
})

function workspace() {
  const tree = temporaryTree({
    'vault/a.md': 'alpha\n',
    'vault/daily/2026-01-01.md': 'x\n',
    'manuals/m/a.md': '# Setup\n\nTurn the key twice.\n',
    '.kanban/backlog/01HZZZZZZZZZZZZZZZZZZZZZZA__card.md': '---\nid: 01HZZZZZZZZZZZZZZZZZZZZZZA\ntitle: Card\n---\n\nBody\n',
  })
  const cache = join(tree.path, 'cache')
  return {
    tree,
    env: { WORKSPACE_ROOT: tree.path, VIBE_ROOT: join(tree.path, 'vibe'), XDG_CACHE_HOME: cache },
    run: join(cache, 'shoko/run'),
  }
}

/** The shared processes of a workspace, by what they were started with. */
function sharedProcesses({ XDG_CACHE_HOME }: { readonly XDG_CACHE_HOME: string }): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return (
          readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--shared-process') &&
          readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`XDG_CACHE_HOME=${XDG_CACHE_HOME}\0`)
        )
      } catch {
        return false
      }
    })
}

/** One that was not needed, because another had been quicker, may end at any moment. */
function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

describe.runIf(process.platform === 'linux')('servers of one workspace', () => {
  it('share one process, however many start at once, which ends soon after the last client was killed', async () => {
    const { env } = workspace()
    const six = await Promise.all(Array.from({ length: 6 }, () => new Client(env).open()))
    const answers = await Promise.all(six.map((client) => client.call('vault_read', { path: 'a.md', range: {} })))
    expect(new Set(answers.map(({ text }) => text))).toEqual(new Set(['alpha']))
    expect(sharedProcesses(env)).toHaveLength(1)
    for (const client of six) client.child.kill('SIGKILL')
    await vi.waitUntil(() => sharedProcesses(env).length === 0, { timeout: 20_000, interval: 100 })
  })

  it('say the same as a server of its own does', async () => {
    const { env } = workspace()
    const [shared, own] = await Promise.all([new Client(env).open(), new Client({ ...env, SHOKO_SHARED: 'off' }).open()])
    expect(shared.heard[0]).toEqual(own.heard[0])
    for (const [method, params] of [
      ['tools/list', {}],
      ['prompts/list', {}],
      ['resources/templates/list', {}],
      ['tools/call', { name: 'vault_ls', arguments: {} }],
      ['tools/call', { name: 'nope', arguments: {} }],
      ['tools/call', { name: 'kanban/card', arguments: { board: '.', cardId: 'x' } }],
      ['nope', {}],
    ] as const)
      expect(await shared.request(method, params)).toEqual(await own.request(method, params))
  })

  it('log the lines of a client to that client alone', async () => {
    const { env } = workspace()
    const [one, other] = await Promise.all([new Client(env).open(), new Client(env).open()])
    await other.call('vault_ls', {})
    await one.call('vault_read', { path: 'a.md', range: {} })
    await vi.waitUntil(() => one.log.length > 0 && other.log.length > 0, { timeout: 5000 })
    expect(one.log.map((line) => JSON.parse(line).tool)).toEqual(['vault_read'])
    expect(other.log.map((line) => JSON.parse(line).tool)).toEqual(['vault_ls'])
  })

  it('tell each client of what it subscribed to, also after the shared process was killed', async () => {
    const { env } = workspace()
    const client = await new Client(env).open()
    const uri = 'vault://a.md'
    const isTold = () => client.heard.some(({ method }) => method === 'notifications/resources/updated')
    await client.request('resources/subscribe', { uri })
    for (const pid of sharedProcesses(env)) killIfThere(pid)
    await client.call('vault_ls', {})
    await client.call('vault_write', { path: 'a.md', content: 'beta', mode: 'append' })
    await vi.waitUntil(isTold, { timeout: 10_000 })
    expect(client.heard.flatMap(({ id }) => id ?? [])).toEqual([1, 2, 3, 4])
  })

  it('answer a read again and a write with a conflict when the process ends under them', async () => {
    const { env } = workspace()
    const client = await new Client(env).open()
    await client.call('vault_read', { path: 'a.md', range: {} })
    const [pid] = sharedProcesses(env)
    process.kill(pid!, 'SIGSTOP')
    const read = client.ask('tools/call', { name: 'vault_read', arguments: { path: 'a.md', range: {} } })
    const write = client.ask('tools/call', { name: 'vault_create', arguments: { path: 'new.md', content: 'x' } })
    const project = client.ask('tools/call', { name: 'create_task', arguments: { project: 'p', title: 'x' } })
    const card = client.ask('tools/call', { name: 'kanban/new', arguments: { board: '.', title: 'x' } })
    await new Promise((resolve) => setTimeout(resolve, 200))
    process.kill(pid!, 'SIGKILL')
    expect((await client.answer(read)).result).toMatchObject({ structuredContent: { text: 'alpha' } })
    const said = async (id: number) =>
      JSON.parse(((await client.answer(id)).result as { content: { text: string }[] }).content[0]!.text)
    expect(await said(write)).toMatchObject({ code: 'conflict', details: { retry: true } })
    expect(await said(project)).toMatchObject({ success: false, error: { code: 'FILESYSTEM_ERROR', details: { retry: true } } })
    expect(await client.answer(card)).toMatchObject({
      error: { code: -32000, message: 'conflict', data: { details: { retry: true } } },
    })
    expect(await client.call('vault_create', { path: 'new.md', content: 'x' })).toMatchObject({ written_path: 'new.md' })
  })

  it('have another process for other settings, and none where it is off', async () => {
    const { env } = workspace()
    const readers = [
      new Client(env),
      new Client({ ...env, SHOKO_READ_ONLY: 'true' }),
      new Client({ ...env, SHOKO_SHARED: 'off' }),
    ]
    for (const client of readers) await (await client.open()).call('vault_ls', {})
    expect(sharedProcesses(env)).toHaveLength(2)
    const { result } = await readers[1]!.request('tools/call', {
      name: 'vault_create',
      arguments: { path: 'b.md', content: 'x' },
    })
    expect(result).toMatchObject({ isError: true })
  })

  it('end with 0 at the end of input and on SIGTERM, while others go on', async () => {
    const { env } = workspace()
    const [one, two, three] = [await new Client(env).open(), await new Client(env).open(), await new Client(env).open()]
    await one.call('vault_ls', {})
    const last = one.ask('tools/call', { name: 'vault_ls', arguments: {} })
    expect(await one.close()).toBe(0)
    expect(one.heard.some(({ id }) => id === last)).toBe(true)
    two.child.kill('SIGTERM')
    await once(two.child, 'close')
    expect(two.child.exitCode).toBe(0)
    expect(await three.call('vault_read', { path: 'a.md', range: {} })).toMatchObject({ text: 'alpha' })
  })

  it('cut off who does not know the order', async () => {
    const { env, run } = workspace()
    await (await new Client(env).open()).call('vault_ls', {})
    const name = readdirSync(run).find((entry) => entry.endsWith('.sock'))!
    // A relative address: the absolute one may be too long for a socket.
    const script = `const s = require('node:net').connect(${JSON.stringify(name)}); s.on('data', (d) => process.stdout.write(d)); s.on('close', () => process.exit(0)); s.write('{"jsonrpc":"2.0","id":1,"method":"tools/list"}\\n')`
    const stranger = spawn(process.execPath, ['-e', script], { cwd: run })
    let said = ''
    stranger.stdout.on('data', (chunk) => (said += chunk))
    await once(stranger, 'close')
    expect(said).toBe('')
  })

  it.each([
    ['a link in place of the folder', (run: string, away: string) => symlinkSync(away, run)],
    ['a file in place of the folder', (run: string) => writeFileSync(run, '')],
  ])('serve themselves when there is %s', async (_what, plant) => {
    const { env, run, tree } = workspace()
    mkdirSync(join(run, '..'), { recursive: true })
    const away = join(tree.path, 'away')
    mkdirSync(away)
    plant(run, away)
    expect(await (await new Client(env).open()).call('vault_read', { path: 'a.md', range: {} })).toMatchObject({ text: 'alpha' })
    expect(readdirSync(away)).toEqual([])
    expect(sharedProcesses(env)).toEqual([])
  })

  it('serve themselves when something else has the name of the socket', async () => {
    const { env, run } = workspace()
    const first = await new Client(env).open()
    await first.call('vault_ls', {})
    const name = readdirSync(run).find((entry) => entry.endsWith('.sock'))!
    await first.close()
    await vi.waitUntil(() => sharedProcesses(env).length === 0, { timeout: 20_000, interval: 100 })
    rmSync(join(run, name), { force: true })
    writeFileSync(join(run, name), 'planted')
    expect(await (await new Client(env).open()).call('vault_read', { path: 'a.md', range: {} })).toMatchObject({ text: 'alpha' })
    expect(sharedProcesses(env)).toEqual([])
    expect(readFileSync(join(run, name), 'utf8')).toBe('planted')
  })

  it('close the folder that others could look into', async () => {
    const { env, run } = workspace()
    mkdirSync(run, { recursive: true, mode: 0o777 })
    chmodSync(run, 0o777)
    await (await new Client(env).open()).call('vault_ls', {})
    const reached = await new Promise((resolve) =>
      connect(join(run, 'x'))
        .once('error', () => resolve(false))
        .once('connect', () => resolve(true)),
    )
    expect(reached).toBe(false)
    expect((await import('node:fs')).statSync(run).mode & 0o777).toBe(0o700)
  })
})
