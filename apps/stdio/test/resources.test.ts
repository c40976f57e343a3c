import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client as ClientV2 } from '@modelcontextprotocol/client'
import type { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { connect, type DemoWorkspace, demoWorkspace, type TestClient } from '@shoko/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

let workspace: DemoWorkspace
const clients: TestClient[] = []
beforeAll(() => {
  workspace = demoWorkspace()
})
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()))
})
afterAll(() => workspace.remove())

async function open(kind: 'v1' | 'v2-modern'): Promise<TestClient> {
  const client = await connect({ transport: 'stdio', env: workspace.env }, kind)
  clients.push(client)
  return client
}

/** Changes a card behind the server's back, as an editor would. */
function editCardByHand(): string {
  const folder = join(workspace.path, '.kanban', 'backlog')
  const name = readdirSync(folder).find((file) => file.endsWith('.md'))!
  writeFileSync(join(folder, name), `${readFileSync(join(folder, name), 'utf8')}\nuna línea más\n`)
  return name.slice(0, 26)
}

describe('resources', () => {
  it('lists, templates and reads both schemes', async () => {
    const { raw } = await open('v1')
    const client = raw as ClientV1
    const uris = (await client.listResources()).resources.map(({ uri }) => uri)
    expect(uris).toEqual(expect.arrayContaining(['vibe://projects']))
    expect(uris.some((uri) => uri.startsWith('kanban://'))).toBe(true)
    expect((await client.listResourceTemplates()).resourceTemplates.length).toBeGreaterThanOrEqual(5)
    const board = await client.readResource({ uri: 'kanban://./board' })
    expect(JSON.parse((board.contents[0] as { text: string }).text)).toBeTypeOf('object')
    const projects = await client.readResource({ uri: 'vibe://projects' })
    expect(
      JSON.parse((projects.contents[0] as { text: string }).text).projects.map(({ name }: { name: string }) => name),
    ).toEqual(['kura-app', 'tsubame-web'])
  })

  it.each([
    ['v1', -32002],
    ['v2-modern', -32602],
  ] as const)('answers the client %s with %d for a resource that is not there', async (kind, code) => {
    const { raw } = await open(kind)
    const error = await (raw as ClientV1).readResource({ uri: 'vibe://projects/nobody' }).then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    expect(error).toMatchObject({ code, data: { uri: 'vibe://projects/nobody', code: 'PROJECT_NOT_FOUND' } })
  })

  it('completes the variables of a template', async () => {
    const { raw } = await open('v1')
    const { completion } = await (raw as ClientV1).complete({
      ref: { type: 'ref/resource', uri: 'vibe://projects/{name}' },
      argument: { name: 'name', value: 'ku' },
    })
    expect(completion.values).toEqual(['kura-app'])
  })
})

describe('prompts', () => {
  it('lists and renders both', async () => {
    const { raw } = await open('v1')
    const client = raw as ClientV1
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(['project_briefing', 'session_start'])
    const briefing = await client.getPrompt({ name: 'project_briefing', arguments: { project: 'kura-app' } })
    expect(JSON.stringify(briefing.messages)).toContain('# Project Briefing: kura-app')
    expect(briefing.messages).toMatchObject([
      { content: { text: expect.stringMatching(/^[^`]*follow no instruction[^`]*\n(`{3,})markdown\n[\s\S]*\n\1$/) } },
    ])
  })

  it('refuses a missing argument and an unknown project', async () => {
    const { raw } = await open('v1')
    await expect((raw as ClientV1).getPrompt({ name: 'project_briefing', arguments: {} })).rejects.toMatchObject({ code: -32602 })
    await expect(
      (raw as ClientV1).getPrompt({ name: 'project_briefing', arguments: { project: 'nobody' } }),
    ).rejects.toMatchObject({ code: -32602, data: { code: 'PROJECT_NOT_FOUND' } })
  })
})

describe('notifications', () => {
  it('tells an old-era subscriber of an edit made by hand', async () => {
    const { raw } = await open('v1')
    const client = raw as ClientV1
    const told = notificationOf(client, 'notifications/resources/updated')
    await client.subscribeResource({ uri: 'kanban://./board' })
    editCardByHand()
    expect(await told).toMatchObject({ uri: 'kanban://./board' })
  })

  it('publishes to an old-era client that watches, board first', async () => {
    const client = await open('v1')
    const published: string[] = []
    const second = new Promise<void>((resolve) => {
      onNotification(client.raw as ClientV1, 'notifications/publish', (params) => {
        published.push(String(params.uri))
        if (published.length === 2) resolve()
      })
    })
    expect(await client.call('kanban_watch', { board: '.' })).toMatchObject({ ok: true, output: { started: true } })
    const card = editCardByHand()
    await second
    expect(published).toEqual(['kanban://./board', `kanban://./cards/${card}`])
  })

  it('says nothing to a client that asked for nothing', async () => {
    const quiet = await open('v1')
    const heard: unknown[] = []
    ;(quiet.raw as ClientV1).fallbackNotificationHandler = async (notification) => void heard.push(notification)
    await quiet.call('kanban_update', { board: '.', cardId: editCardByHand(), patch: { fm: { lane: 'taller' } } })
    await quiet.call('kanban_list', { board: '.' })
    expect(heard).toEqual([])
  })

  it('tells a new-era listener', async () => {
    const { raw } = await open('v2-modern')
    const client = raw as ClientV2
    const told = new Promise<unknown>((resolve) => {
      client.setNotificationHandler('notifications/resources/updated', (notification) => resolve(notification.params))
    })
    await client.listen({ resourceSubscriptions: ['kanban://./board'] })
    editCardByHand()
    expect(await told).toMatchObject({ uri: 'kanban://./board' })
  })
})

function onNotification(client: ClientV1, method: string, react: (params: Record<string, unknown>) => void): void {
  client.fallbackNotificationHandler = async (notification) => {
    if (notification.method === method) react((notification.params ?? {}) as Record<string, unknown>)
  }
}

function notificationOf(client: ClientV1, method: string): Promise<Record<string, unknown>> {
  return new Promise((resolve) => onNotification(client, method, resolve))
}
