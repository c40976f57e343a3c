import { existsSync, readdirSync, renameSync } from 'node:fs'
import { type ClientKind, cliMain, connect, runProgram, type TemporaryTree, temporaryTree } from '@shoko/testkit'
import { expect, it, onTestFinished, vi } from 'vitest'

const SETTINGS = 'columns = ["backlog", "doing", "review", "done"]\n\n[wip_limits]\ndoing = 1\n'

/** What the tools answer with, taken together; the client checks each answer against its tool's schema. */
interface Output {
  readonly cardId: string
  readonly path: string
  readonly completed_at: string
  readonly warnings: readonly string[]
  readonly items: readonly { readonly title: string }[]
  readonly tree: unknown
}

/** One person's agent: a real MCP client with a server of its own, all on the same folder. */
async function agentOn({ path }: TemporaryTree, kind: ClientKind) {
  const env = { WORKSPACE_ROOT: path, SHOKO_FAMILIES: 'kanban', LOG_LEVEL: 'error' }
  const client = await connect({ transport: 'stdio', env }, kind)
  onTestFinished(() => client.close())
  const call = (tool: string, args: Record<string, unknown>) => client.call(`kanban_${tool}`, { board: '.', ...args })
  return {
    close: () => client.close(),
    /** What the tool answers; a refusal fails the test. */
    async does(tool: string, args: Record<string, unknown>) {
      const answer = await call(tool, args)
      if (!answer.ok) throw new Error(`${tool}: ${JSON.stringify(answer)}`)
      return answer.output as unknown as Output
    },
    /** What the model is told by the flat name, and what the wire says by the seed's. */
    async isRefused(tool: string, args: Record<string, unknown>) {
      const flat = await call(tool, args)
      const seed = await client.call(`kanban/${tool.replace('_', '.')}`, { board: '.', ...args })
      return { flat: 'error' in flat ? flat.error : flat, seed: 'rpc' in seed ? seed.rpc : seed }
    },
  }
}

async function lint({ path }: TemporaryTree) {
  const env = { WORKSPACE_ROOT: path, LOG_LEVEL: 'error' }
  const { code, stdout } = await runProgram(cliMain, { args: ['kanban', 'lint', '--json'], env })
  const { issues } = JSON.parse(stdout) as { issues: { level: string; message: string }[] }
  return { code, messages: issues.map(({ level, message }) => `${level}: ${message}`) }
}

const rowsOf = (tree: TemporaryTree, file: string) =>
  tree
    .read(`.kanban/${file}`)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

it("carries two people's agents through an afternoon on one board", { timeout: 60_000 }, async () => {
  const tree = temporaryTree({ '.kanban/columns.toml': SETTINGS })
  const ana = await agentOn(tree, 'v1')
  const ben = await agentOn(tree, 'v2-modern')

  // After lunch Ana writes down what the opening of the shop needs.
  const opening = await ana.does('new', { title: 'Open the shop', priority: 'P0', body: 'On the first of March.' })
  const beans = await ana.does('new', { title: 'Buy green beans', labels: ['supplies'], assignees: ['ana'] })
  const roaster = await ana.does('new', { title: '焙煎機 の設置', labels: ['machine'], assignees: ['ben'] })
  const permit = await ana.does('new', { title: 'Licencia de actividad', lane: 'papeles' })
  const [shop, bean, machine, paper] = [opening.cardId, beans.cardId, roaster.cardId, permit.cardId]
  expect(opening.path).toBe(`.kanban/backlog/${shop}__open-the-shop.md`)
  expect(roaster.path).toBe(`.kanban/backlog/${machine}__焙煎機-の設置.md`)
  expect(tree.read(opening.path)).toMatch(
    /^---\nid: \w{26}\ntitle: Open the shop\npriority: P0\ncreated_at: .+\n---\n\nOn the first of March\.\n$/,
  )

  // All of it belongs to the opening, and the beans wait for the machine. A circle of waiting is refused, and nothing changes.
  for (const child of [bean, machine, paper]) await ana.does('relations_set', { type: 'parent', from: child, to: shop })
  await ana.does('relations_set', { add: [{ type: 'depends', from: bean, to: machine }] })
  const before = tree.read(roaster.path)
  expect(await ana.isRefused('relations_set', { add: [{ type: 'depends', from: machine, to: bean }] })).toMatchObject({
    flat: { code: 'conflict', message: `dependency cycle detected at ${machine}` },
    seed: {
      code: -32000,
      message: expect.stringMatching(/conflict$/),
      data: { detail: `dependency cycle detected at ${machine}` },
    },
  })
  expect(tree.read(roaster.path)).toBe(before)
  expect(tree.read(beans.path)).toContain(`parent: ${shop}\ndepends_on: [${machine}]\n`)
  expect(rowsOf(tree, 'relations.ndjson')).toEqual([
    { type: 'depends', from: bean, to: machine },
    ...[bean, machine, paper].map((from) => ({ type: 'parent', from, to: shop })),
  ])

  // Ben's agent takes the machine; when Ana starts too, the column is over its limit, which is a word and not a wall.
  const taken = await ben.does('move', { cardId: machine, toColumn: 'doing' })
  expect(taken).toMatchObject({ from: 'backlog', to: 'doing', path: `.kanban/doing/${machine}__焙煎機-の設置.md` })
  expect(await ana.does('move', { cardId: paper, toColumn: 'doing' })).toMatchObject({
    warnings: ['wip exceeded: doing limit 1 actual 2'],
  })
  await ben.does('notes_append', { cardId: machine, text: '電源は 200V が要る', author: 'ben' })
  await ben.does('notes_append', { cardId: machine, text: 'Ask the electrician on Monday', type: 'resume', author: 'ben' })
  const notes = await ana.does('notes_list', { cardId: machine })
  expect(notes.items).toMatchObject([{ type: 'resume' }, { type: 'worklog', text: '電源は 200V が要る', author: 'ben' }])
  expect(rowsOf(tree, `notes/${machine}.ndjson`).map(({ type }) => type)).toEqual(['worklog', 'resume'])

  // Ana opens the permit in her editor and adds a key of her own; the agent's edit afterwards leaves her words alone.
  const permitPath = `.kanban/doing/${paper}__licencia-de-actividad.md`
  tree.write(permitPath, tree.read(permitPath).replace('lane: papeles\n', 'lane: papeles\noficina: "planta 2"\n'))
  const renamed = await ana.does('update', {
    cardId: paper,
    patch: { fm: { title: 'Licencia de apertura', next_steps: ['pagar la tasa'] }, body: { text: 'Cita el jueves.' } },
  })
  expect(renamed).toMatchObject({ changed: ['title', 'next_steps', 'body'], path: permitPath.replace('actividad', 'apertura') })
  expect(tree.read(renamed.path)).toMatch(
    /title: Licencia de apertura\nlane: papeles\noficina: "planta 2"\n[\s\S]*\n\nCita el jueves\.\n$/,
  )
  expect(existsSync(tree.at(permitPath))).toBe(false)

  // The machine stands. Finishing it again changes nothing; the whole tree shows where things are.
  const done = await ben.does('done', { cardId: machine })
  expect(done.path).toMatch(new RegExp(`^\\.kanban/done/\\d{4}/\\d{2}/${machine}__`))
  expect(await ana.does('done', { cardId: machine })).toEqual(done)
  expect(tree.read(done.path)).toContain(`completed_at: ${done.completed_at}\n`)
  const family = await ana.does('tree', { root: shop })
  expect(family.tree).toMatchObject({
    title: 'Open the shop',
    children: [
      { title: 'Buy green beans', column: 'backlog' },
      { title: '焙煎機 の設置', column: 'done' },
      { title: 'Licencia de apertura', column: 'doing' },
    ],
  })

  // In the evening Ana closes the opening too early, and is told what is still open. Lint says the same, and only that.
  const early = await ana.does('done', { cardId: shop })
  const open = [bean, paper].map((child) => `parent done but child not complete: ${shop} -> ${child}`)
  expect(early.warnings).toEqual(open)
  expect(await lint(tree)).toEqual({ code: 0, messages: open.map((message) => `warn: ${message}`) })
  expect(await ana.does('move', { cardId: shop, toColumn: 'doing' })).toMatchObject({ from: 'done', to: 'doing' })
  expect(tree.read(`.kanban/doing/${shop}__open-the-shop.md`)).not.toContain('completed_at')

  // A git mishap leaves a card with a relation to nowhere and another in the wrong folder: the board still answers, lint objects.
  tree.write(beans.path, tree.read(beans.path).replace(`depends_on: [${machine}]`, 'depends_on: [01NOBODY]'))
  renameSync(tree.at(renamed.path), tree.at(`.kanban/backlog/${paper}__licencia-de-apertura.md`))
  const listed = await ben.does('list', { columns: ['backlog'] })
  expect(listed.items.map(({ title }) => title)).toEqual(['Buy green beans', 'Licencia de apertura'])
  expect(await lint(tree)).toEqual({ code: 1, messages: [`error: dangling depends: ${bean} -> 01NOBODY`] })
  await ana.does('update', { cardId: bean, patch: { fm: { depends_on: [machine] } } })
  expect(await lint(tree)).toEqual({ code: 0, messages: [] })

  // What is left at the end of the day: every card once, and an index that says so, one row a card.
  await Promise.all([ana.close(), ben.close()])
  const files = readdirSync(tree.at('.kanban'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'))
  expect(files.map((name) => name.split('/').at(-1)!.slice(0, 26)).sort()).toEqual([shop, bean, machine, paper].sort())
  await vi.waitFor(() =>
    expect(rowsOf(tree, 'cards.ndjson').map(({ id, column }) => [id, column])).toEqual([
      [shop, 'doing'],
      [bean, 'backlog'],
      [machine, 'done'],
      [paper, 'backlog'],
    ]),
  )
})
