import { plainCall } from '@shoko/contract'
import { describe, expect, it } from 'vitest'
import { openWorkspace } from '../../test/workspace.ts'
import { createDoc } from '../tools/create-doc.ts'
import { vibeResources } from './provider.ts'
import { documentUri, parseUri } from './uris.ts'

const TREE = {
  'vibe/tasks/001-a.md': '# Task: A\n\nStatus: done\n',
  'vibe/tasks/002-b.md': '# Task: B\n\nStatus: pending\n',
  'vibe/tasks/003-c.md': '# Task: C\n\nStatus: in-progress\n',
  'vibe/sessions/2026-02-09.md': '# Session\n',
  'vibe/assets/logo.png': Buffer.from([1, 2]),
  'vibe/status.md': '# S\n',
  'kura app/references/量り/方式.md': '# 方式\n',
}

async function read(uri: string): Promise<unknown> {
  const { ctx } = openWorkspace(TREE)
  const resource = await vibeResources.read(ctx, uri, plainCall)
  expect(resource).toMatchObject({ uri, mimeType: 'application/json' })
  return JSON.parse(resource.text)
}

describe('vibe resources', () => {
  it('list the projects with their counts', async () => {
    expect(await read('vibe://projects')).toEqual({
      projects: [
        expect.objectContaining({ name: 'kura app' }),
        {
          name: 'vibe',
          path: expect.stringMatching(/^\/.*\/vibe$/),
          last_updated: new Date(2026, 10, 13, 12).toISOString().replace('.000', ''),
          stats: {
            total_docs: 5,
            open_tasks: 2,
            pending_tasks: 1,
            in_progress_tasks: 1,
            blocked_tasks: 0,
            done_tasks: 1,
            last_session_date: '2026-02-09',
          },
          folders: { tasks: 3, plans: 0, sessions: 1, reports: 0, changelog: 0, references: 0, scratch: 0, assets: 1 },
        },
      ],
    })
  })

  it('describe a project', async () => {
    expect(await read('vibe://projects/vibe')).toMatchObject({
      name: 'vibe',
      folders: {
        tasks: [
          { filename: '001-a.md', status: 'done', updated: '2026-11-13' },
          { filename: '002-b.md', status: 'pending', updated: '2026-11-13' },
          { filename: '003-c.md', status: 'in-progress', updated: '2026-11-13' },
        ],
        plans: [],
        assets: [{ filename: 'logo.png', updated: '2026-11-13' }],
        '': [{ filename: 'status.md', updated: '2026-11-13' }],
      },
    })
  })

  it.each([
    [
      'vibe://projects/vibe/tasks/002-b.md',
      {
        project: 'vibe',
        folder: 'tasks',
        path: 'vibe/tasks/002-b.md',
        metadata: { status: 'pending' },
        content: TREE['vibe/tasks/002-b.md'],
      },
    ],
    ['vibe://projects/vibe//status.md', { folder: '', filename: 'status.md' }],
    ['vibe://projects/vibe/status.md', { folder: '', filename: 'status.md' }],
    ['vibe://projects/kura%20app/references/%E9%87%8F%E3%82%8A/%E6%96%B9%E5%BC%8F.md', { filename: '量り/方式.md' }],
    ['vibe://projects/kura%20app/references/%E9%87%8F%E3%82%8A%2F%E6%96%B9%E5%BC%8F.md', { filename: '量り/方式.md' }],
  ])('give a document: %s', async (uri, expected) => {
    expect(await read(uri)).toMatchObject(expected)
  })

  it.each([
    ['vibe://nothing', 'file_not_found'],
    ['vibe://projects/nope', 'project_not_found'],
    ['vibe://projects/vibe/tasks/999.md', 'file_not_found'],
    ['vibe://projects/vibe/tasks/%2e%2e/%2e%2e/x.md', 'invalid_path'],
    ['vibe://projects/%ff', 'file_not_found'],
    ['vibe://projects/vibe/foo/x.md', 'invalid_folder'],
    ['vibe://projects/vibe?folder=foo', 'invalid_folder'],
    ['vibe://projects/vibe?offset=-1', 'invalid_argument'],
  ])('say what is wrong with %s', async (uri, reason) => {
    await expect(read(uri)).rejects.toMatchObject({ reason })
  })

  it('give the files of a project in pages, of one folder when asked', async () => {
    const tree = Object.fromEntries(Array.from({ length: 450 }, (_, at) => [`p/sessions/${at + 1000}.md`, 'x']))
    const { ctx } = openWorkspace({ ...tree, 'p/tasks/001-a.md': 'x', 'p/status.md': 'x' })
    const ask = async (question: string) =>
      JSON.parse((await vibeResources.read(ctx, `vibe://projects/p${question}`, plainCall)).text)
    const names: string[] = []
    for (let offset: number | null = 0; offset !== null; ) {
      const page = await ask(`?offset=${offset}`)
      expect(page.total).toBe(452)
      expect(JSON.stringify(page).length).toBeLessThan(20_500)
      for (const [folder, files] of Object.entries<{ filename: string }[]>(page.folders))
        names.push(...files.map(({ filename }) => `${folder}/${filename}`))
      offset = page.next_offset
    }
    expect(new Set(names).size).toBe(452)
    expect(names).toHaveLength(452)
    expect(await ask('?folder=tasks')).toMatchObject({
      total: 1,
      next_offset: null,
      folders: { tasks: [{ filename: '001-a.md' }] },
    })
    expect(Object.keys((await ask('?folder=')).folders)).toEqual([''])
  })

  it('give a long document whole', async () => {
    const text = 'x\n'.repeat(30_000)
    const { ctx } = openWorkspace({ 'p/references/long.md': text })
    const { text: json } = await vibeResources.read(ctx, 'vibe://projects/p/references/long.md', plainCall)
    expect(JSON.parse(json).content).toBe(text)
  })

  it('round-trip every address', () => {
    for (const address of [
      { project: 'a b', folder: 'tasks' as const, filename: 'x/y é.md' },
      { project: 'p', folder: '' as const, filename: 'status.md' },
    ]) {
      expect(parseUri(documentUri(address))).toEqual({ kind: 'document', ...address })
    }
  })

  it('are listed by project, without building an index', async () => {
    const { ctx } = openWorkspace(TREE)
    const uris = (await vibeResources.list(ctx, plainCall)).map(({ uri }) => uri)
    expect(uris).toEqual(['vibe://projects', 'vibe://projects/kura%20app', 'vibe://projects/vibe'])
    expect(vibeResources.templates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'vibe://projects/{name}',
      'vibe://projects/{name}/{folder}/{file}',
    ])
  })

  it('complete names of projects, folders and files', async () => {
    const { ctx } = openWorkspace(TREE)
    const complete = (argument: string, value: string, known: Record<string, string> = {}) =>
      vibeResources.complete!(ctx, { ref: 'vibe://projects/{name}/{folder}/{file}', argument, value, known })
    expect(await complete('name', 'V')).toEqual(['vibe'])
    expect(await complete('folder', 's')).toEqual(['sessions', 'scratch'])
    expect(await complete('file', '00', { name: 'vibe', folder: 'tasks' })).toEqual(['001-a.md', '002-b.md', '003-c.md'])
    expect(await complete('file', '', { name: 'vibe', folder: '' })).toEqual(['status.md'])
    expect(await complete('file', '', { name: 'nope', folder: 'tasks' })).toEqual([])
    expect(await complete('file', '', { name: 'vibe', folder: '..' })).toEqual([])
  })

  it('complete titles over all projects where none is named', async () => {
    const { ctx } = openWorkspace(TREE)
    const found = await vibeResources.complete!(ctx, {
      ref: 'vibe://projects/{name}/{folder}/{file}',
      argument: 'file',
      value: 'task b',
      known: {},
    })
    expect(found[0]).toMatchObject({ value: '002-b.md', with: { name: 'vibe', folder: 'tasks' } })
  })

  it('are announced when they change, by this process and by others', async () => {
    const { ctx, changes, write } = openWorkspace(TREE)
    await createDoc(ctx, { project: 'vibe', folder: 'plans', filename: 'x', content: '' })
    expect(changes).toEqual(
      expect.arrayContaining(['vibe://projects/vibe/plans/x.md', 'vibe://projects/vibe', 'vibe://projects']),
    )
    await vibeResources.watch!(ctx, 'vibe://projects')
    changes.length = 0
    write('vibe/tasks/002-b.md', 'changed')
    await expect
      .poll(() => changes)
      .toEqual(expect.arrayContaining(['vibe://projects/vibe/tasks/002-b.md', 'vibe://projects/vibe', 'vibe://projects']))
  })
})
