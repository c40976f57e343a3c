import { chmodSync, existsSync, mkdirSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { plainCall } from '@shoko/contract'
import { describe, expect, it } from 'vitest'
import { openWorkspace } from '../../test/workspace.ts'
import type { VibeContext } from '../context.ts'
import { createDoc } from './create-doc.ts'
import { createPlan } from './create-plan.ts'
import { getPlan } from './get-plan.ts'
import { readDoc, readDocTool } from './read-doc.ts'
import { search } from './search.ts'
import { updateDoc, updateDocTool } from './update-doc.ts'

const SHA256 = /^[0-9a-f]{64}$/

describe('read_doc', () => {
  it('gives the whole file with metadata and hash', async () => {
    const content = '---\ntags: [a]\n---\n# Task: X\n\nStatus: pending\n'
    const { ctx } = openWorkspace({ 'p/tasks/004-x.md': content })
    expect(await readDoc(ctx, { project: 'p', folder: 'tasks', filename: '004-x.md' })).toEqual({
      project: 'p',
      folder: 'tasks',
      filename: '004-x.md',
      path: 'p/tasks/004-x.md',
      metadata: { type: 'task', status: 'pending', updated: '2026-11-13', tags: ['a'], owner: null },
      content,
      hash: expect.stringMatching(SHA256),
      truncated: false,
      next_offset: { start_line: null },
    })
  })

  it('takes a path as search and list_tasks return it, alone', async () => {
    const tree = {
      'p/tasks/004-x.md': 'zanahoria',
      'p/status.md': 'zanahoria',
      'p/docs/y.md': 'zanahoria',
      'p/references/a/b.md': 'zanahoria',
    }
    const { ctx } = openWorkspace(tree)
    const paths = (await search(ctx, { query: 'zanahoria' })).results.map(({ path }) => path)
    expect(paths.toSorted()).toEqual(Object.keys(tree).toSorted())
    for (const path of paths) expect(await readDoc(ctx, { path })).toMatchObject({ path, content: 'zanahoria' })
    expect(await readDoc(ctx, { path: 'p/tasks/004-x.md', project: 'p', folder: 'tasks', filename: '004-x.md' })).toBeDefined()
  })

  it.each([
    [{ path: 'p' }, 'invalid_path'],
    [{ path: 'p/../x.md' }, 'invalid_path'],
    [{ path: '/p/tasks/x.md' }, 'invalid_path'],
    [{ path: 'p/.hidden/x.md' }, 'invalid_path'],
    [{ path: 'q/tasks/x.md' }, 'project_not_found'],
    [{ path: 'p/tasks/y.md' }, 'file_not_found'],
    [{ path: 'p/tasks/x.md', project: 'q' }, 'invalid_argument'],
    [{}, 'invalid_argument'],
    [{ project: 'p' }, 'invalid_folder'],
    [{ project: 'p', folder: 'tasks' }, 'invalid_path'],
  ])('refuses %j with %s', async (input, reason) => {
    const { ctx } = openWorkspace({ 'p/tasks/x.md': 'x' })
    await expect(readDoc(ctx, input)).rejects.toMatchObject({ reason })
  })

  it('gives a long text in parts that make the whole', async () => {
    const content = Array.from({ length: 900 }, (_, at) => `line ${at} ${'あ'.repeat(at % 50)}`).join('\n')
    const { ctx } = openWorkspace({ 'p/plans/execution-plan.md': content })
    for (const read of [
      (start_line: number) => readDoc(ctx, { path: 'p/plans/execution-plan.md', start_line }),
      (start_line: number) => getPlan(ctx, { project: 'p', start_line, limits: { max_chars: 7000 } }),
    ]) {
      const parts: string[] = []
      for (let line: number | null = 1; line !== null; ) {
        const part: Awaited<ReturnType<typeof read>> = await read(line)
        expect(part.truncated).toBe(part.next_offset.start_line !== null)
        const whole = part.truncated
          ? (part.content ?? '').split('\n').slice(0, part.next_offset.start_line! - line)
          : [part.content ?? '']
        parts.push(whole.join('\n'))
        line = part.next_offset.start_line
      }
      expect(parts.length).toBeGreaterThan(1)
      expect(parts.join('\n')).toBe(content)
    }
    await expect(readDoc(ctx, { path: 'p/plans/execution-plan.md', start_line: 901 })).rejects.toMatchObject({
      reason: 'invalid_argument',
    })
    expect((await readDoc(ctx, { path: 'p/plans/execution-plan.md', limits: { max_chars: 10 } })).content).toHaveLength(10)
  })

  it('reads files at the root, below folders, and by the name that create_doc was given', async () => {
    const { ctx } = openWorkspace({
      'p/status.md': 'a',
      'p/references/deep/x.md': 'b',
      'p/docs/y.md': 'c',
      'p/references/LICENSE': 'd',
    })
    const read = async (folder: string, filename: string) => (await readDoc(ctx, { project: 'p', folder, filename })).content
    expect(await read('', 'status.md')).toBe('a')
    expect(await read('references', 'deep/x')).toBe('b')
    expect(await read('', 'docs/y.md')).toBe('c')
    expect(await read('references', 'LICENSE')).toBe('d')
  })

  it('says what is missing', async () => {
    const { ctx, root } = openWorkspace({ 'p/tasks/': '', 'p/assets/x.bin': Buffer.from([0, 255]) })
    await expect(readDoc(ctx, { project: 'p', folder: 'tasks', filename: '999-nonexistent.md' })).rejects.toMatchObject({
      reason: 'file_not_found',
      message: "File 'tasks/999-nonexistent.md' not found in project 'p'",
      details: { project: 'p', path: 'tasks/999-nonexistent.md' },
    })
    await expect(readDoc(ctx, { project: 'q', folder: 'tasks', filename: 'x.md' })).rejects.toMatchObject({
      reason: 'project_not_found',
    })
    await expect(readDoc(ctx, { project: 'p', folder: 'docs', filename: 'x.md' })).rejects.toMatchObject({
      reason: 'invalid_folder',
    })
    await expect(readDoc(ctx, { project: 'p', folder: 'tasks', filename: '../../x' })).rejects.toMatchObject({
      reason: 'invalid_path',
    })
    await expect(readDoc(ctx, { project: 'p', folder: 'assets', filename: 'x.bin' })).rejects.toMatchObject({
      reason: 'not_text',
    })
    mkdirSync(join(root, 'p/tasks/folder.md'))
    await expect(readDoc(ctx, { project: 'p', folder: 'tasks', filename: 'folder.md' })).rejects.toMatchObject({
      reason: 'file_not_found',
    })
  })

  it('follows no link', async () => {
    const { ctx, root } = openWorkspace({ 'p/tasks/': '' })
    symlinkSync('/etc/passwd', join(root, 'p/tasks/link.md'))
    symlinkSync('/etc', join(root, 'p/references'))
    await expect(readDoc(ctx, { project: 'p', folder: 'tasks', filename: 'link.md' })).rejects.toMatchObject({
      reason: expect.stringMatching(/linked|outside_root/),
    })
    await expect(createDoc(ctx, { project: 'p', folder: 'references', filename: 'x.md', content: '' })).rejects.toMatchObject({
      reason: expect.stringMatching(/linked|outside_root/),
    })
  })
})

describe('names that name nothing', () => {
  const tree = { 'kura-app/tasks/004-offline-sync.md': '# Sync', 'kura-app/reports/q4.md': '# Q4', 'tsubame-web/': '' }
  const update = (ctx: VibeContext, filename: string) =>
    updateDocTool.run(ctx, { project: 'kura-app', folder: 'reports', filename, content: 'x' }, plainCall)

  it('tells a mistyped project from a new one', async () => {
    const { ctx } = openWorkspace(tree)
    await expect(getPlan(ctx, { project: 'kura-ap' })).rejects.toMatchObject({
      message:
        "Project 'kura-ap' not found; did you mean kura-app? (projects: kura-app, tsubame-web; a new one: shoko vibe init kura-ap)",
      details: { project: 'kura-ap', did_you_mean: ['kura-app'] },
    })
    await expect(getPlan(openWorkspace({}).ctx, { project: 'x' })).rejects.toThrow(
      "Project 'x' not found (a new one: shoko vibe init x)",
    )
  })

  it('proposes documents to read and to change, and says what else there is', async () => {
    const { ctx } = openWorkspace(tree)
    await search(ctx, { query: 'sync' })
    await expect(readDocTool.run(ctx, { path: 'kura-app/tasks/offline-sync.md' }, plainCall)).rejects.toMatchObject({
      details: { did_you_mean: ['tasks/004-offline-sync.md'] },
      hint: 'list_tasks names the tasks',
    })
    await expect(update(ctx, 'q44')).rejects.toMatchObject({ details: { did_you_mean: ['reports/q4.md'] } })
    await expect(update(ctx, 'zzzzzz')).rejects.toMatchObject({
      message: "File 'reports/zzzzzz.md' not found in project 'kura-app'",
      hint: 'create_doc makes a new one',
    })
  })
})

describe('create_doc', () => {
  it('writes the content byte for byte and makes it searchable in its own answer', async () => {
    const { ctx, read, root } = openWorkspace({ 'p/': '' })
    const content = '# Notes\r\n\r\nunique zanahoria'
    expect(await createDoc(ctx, { project: 'p', folder: 'references', filename: 'mcp-notes', content })).toEqual({
      success: true,
      path: 'p/references/mcp-notes.md',
      absolute_path: join(root, 'p/references/mcp-notes.md'),
      hash: expect.stringMatching(SHA256),
      indexed: true,
    })
    expect(read('p/references/mcp-notes.md')).toBe(content)
    expect((await search(ctx, { query: 'zanahorias' })).total_matches).toBe(1)
  })

  it('writes front matter on top, or into what the content brings', async () => {
    const { ctx, read } = openWorkspace({ 'p/': '' })
    await createDoc(ctx, {
      project: 'p',
      folder: 'plans',
      filename: 'a.md',
      content: '# A\n',
      frontmatter: { tags: ['mcp', 'protocol'] },
    })
    expect(read('p/plans/a.md')).toBe('---\ntags: [mcp, protocol]\n---\n# A\n')
    await createDoc(ctx, {
      project: 'p',
      folder: 'plans',
      filename: 'b.md',
      content: '---\nx: 1 # one\n---\n# B\n',
      frontmatter: { y: 2 },
    })
    expect(read('p/plans/b.md')).toBe('---\nx: 1 # one\ny: 2\n---\n# B\n')
    const broken = createDoc(ctx, {
      project: 'p',
      folder: 'plans',
      filename: 'c.md',
      content: '---\nx: [\n---\n',
      frontmatter: { y: 2 },
    })
    await expect(broken).rejects.toMatchObject({ reason: 'invalid_argument' })
  })

  it('never replaces, and refuses unknown projects and folders', async () => {
    const { ctx, read } = openWorkspace({ 'p/plans/a.md': 'old' })
    await expect(createDoc(ctx, { project: 'p', folder: 'plans', filename: 'a', content: 'new' })).rejects.toMatchObject({
      reason: 'file_exists',
      details: { project: 'p', path: 'plans/a.md' },
    })
    expect(read('p/plans/a.md')).toBe('old')
    await expect(createDoc(ctx, { project: 'nope', folder: 'plans', filename: 'a', content: '' })).rejects.toMatchObject({
      reason: 'project_not_found',
      message: expect.stringContaining('shoko vibe init nope'),
    })
    await expect(createDoc(ctx, { project: 'p', folder: 'Plans', filename: 'a', content: '' })).rejects.toMatchObject({
      reason: 'invalid_folder',
    })
  })

  it('lets exactly one of several creators win', async () => {
    const { ctx, reopen } = openWorkspace({ 'p/': '' })
    const other = reopen()
    const all = await Promise.allSettled(
      [ctx, other, ctx, other].map((each, at) =>
        createDoc(each, { project: 'p', folder: 'scratch', filename: 'a', content: `${at}` }),
      ),
    )
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('says that a file of another format is not searchable', async () => {
    const { ctx } = openWorkspace({ 'p/': '' })
    const answer = await createDoc(ctx, { project: 'p', folder: 'assets', filename: 'data.json', content: '{}' })
    expect(answer).toMatchObject({ success: true, indexed: false, warnings: [expect.stringContaining('.md')] })
  })

  it('writes nothing when the workspace is read-only', async () => {
    const { reopen, root } = openWorkspace({ 'p/tasks/001-a.md': 'alpha' })
    const ctx = reopen({ readOnly: true })
    await expect(createDoc(ctx, { project: 'p', folder: 'plans', filename: 'a', content: '' })).rejects.toMatchObject({
      reason: 'read_only',
    })
    expect((await search(ctx, { query: 'alpha' })).total_matches).toBe(1)
    expect(() => statSync(join(root, 'index.db'))).toThrow()
    expect(() => statSync(join(root, '.shoko'))).toThrow()
  })
})

describe('update_doc', () => {
  const open = (text: string) => openWorkspace({ 'p/references/a.md': text })
  const base = { project: 'p', folder: 'references', filename: 'a.md' }

  it('replaces the content and tells both hashes', async () => {
    const { ctx, read } = open('old\n')
    const before = await readDoc(ctx, base)
    const answer = await updateDoc(ctx, { ...base, content: 'new pomelo' })
    expect(answer).toEqual({
      success: true,
      path: 'p/references/a.md',
      previous_hash: before.hash,
      new_hash: (await readDoc(ctx, base)).hash,
      hash: expect.stringMatching(SHA256),
      indexed: true,
    })
    expect(read('p/references/a.md')).toBe('new pomelo')
    expect((await search(ctx, { query: 'pomelo' })).total_matches).toBe(1)
    expect((await search(ctx, { query: 'old' })).total_matches).toBe(0)
  })

  it('keeps the old front matter, with comments, order and quoting, under the keys given', async () => {
    const { ctx, read } = open("---\n# mine\nowner: 'ana'   # lead\ntags: [a,b]\nstatus: draft\n---\nold\n")
    await updateDoc(ctx, { ...base, content: 'new\n', frontmatter: { status: null, reviewed: true } })
    expect(read('p/references/a.md')).toBe("---\n# mine\nowner: 'ana'   # lead\ntags: [a,b]\nreviewed: true\n---\nnew\n")
  })

  it("prefers the new content's own front matter", async () => {
    const { ctx, read } = open('---\na: 1\n---\nold\n')
    await updateDoc(ctx, { ...base, content: '---\nb: 2\n---\nnew\n', frontmatter: { c: 3 } })
    expect(read('p/references/a.md')).toBe('---\nb: 2\nc: 3\n---\nnew\n')
  })

  it('keeps broken front matter as it is, and refuses to merge into it', async () => {
    const { ctx, read } = open('---\na: [\n---\nold\n')
    await updateDoc(ctx, { ...base, content: 'new\n' })
    expect(read('p/references/a.md')).toBe('---\na: [\n---\nnew\n')
    await expect(updateDoc(ctx, { ...base, content: 'x', frontmatter: { a: 1 } })).rejects.toMatchObject({
      reason: 'invalid_argument',
    })
  })

  it('keeps a byte order mark and closes front matter that ended the file', async () => {
    const { ctx, read, write } = open('\uFEFFold\n')
    await updateDoc(ctx, { ...base, content: 'new\n' })
    expect(read('p/references/a.md')).toBe('\uFEFFnew\n')
    write('p/references/a.md', '---\na: 1\n---')
    await updateDoc(ctx, { ...base, content: 'new\n' })
    expect(read('p/references/a.md')).toBe('---\na: 1\n---\nnew\n')
  })

  it('refuses when the file is not what the caller read', async () => {
    const { ctx, read, write } = open('old')
    const { hash } = await readDoc(ctx, base)
    write('p/references/a.md', 'theirs')
    await expect(updateDoc(ctx, { ...base, content: 'mine', expected_hash: hash })).rejects.toMatchObject({
      reason: 'changed',
      details: { hash: (await readDoc(ctx, base)).hash },
    })
    expect(read('p/references/a.md')).toBe('theirs')
    await updateDoc(ctx, { ...base, content: 'mine', expected_hash: (await readDoc(ctx, base)).hash.toUpperCase() })
    expect(read('p/references/a.md')).toBe('mine')
  })

  it('does not create', async () => {
    const { ctx } = open('x')
    await expect(updateDoc(ctx, { ...base, filename: 'b', content: '' })).rejects.toMatchObject({ reason: 'file_not_found' })
  })

  it.skipIf(process.getuid?.() === 0)('names the cause when the disk refuses', async () => {
    const { ctx, root } = open('x')
    chmodSync(join(root, 'p/references'), 0o500)
    await expect(updateDoc(ctx, { ...base, content: 'y' })).rejects.toMatchObject({ reason: 'permission_denied' })
    chmodSync(join(root, 'p/references'), 0o700)
  })
})

describe('get_plan and create_plan', () => {
  it('write and read the execution plan', async () => {
    const { ctx, read } = openWorkspace({ 'p/': '' })
    const content =
      '# Execution Plan — p\n\n## Overview\nText.\n\n## Current Status\n- **Pending**: 001, 002\n- **In Progress**: -\n- **Done**: 003\n'
    expect(await createPlan(ctx, { project: 'p', content })).toEqual({
      success: true,
      path: 'p/plans/execution-plan.md',
      action: 'created',
      hash: expect.stringMatching(SHA256),
      indexed: true,
    })
    expect(read('p/plans/execution-plan.md')).toBe(content)
    expect(await getPlan(ctx, { project: 'p' })).toEqual({
      project: 'p',
      filename: 'execution-plan.md',
      path: 'p/plans/execution-plan.md',
      exists: true,
      metadata: { type: 'plan', updated: expect.any(String) },
      content,
      hash: expect.stringMatching(SHA256),
      truncated: false,
      next_offset: { start_line: null },
      parsed: { overview: 'Text.', task_count: 3, pending: 2, in_progress: 0, done: 1, blocked: 0 },
    })
    expect((await createPlan(ctx, { project: 'p', content: 'new' })).action).toBe('updated')
    expect((await createPlan(ctx, { project: 'p', filename: 'b', content: 'x' })).path).toBe('p/plans/b.md')
  })

  it('count tasks where the plan does not, also without a plan', async () => {
    const { ctx, root } = openWorkspace({
      'p/tasks/001-a.md': 'Status: done\n',
      'p/tasks/002-b.md': 'Status: blocked\n',
      'p/plans/execution-plan.md': '# P\n',
    })
    const counts = { task_count: 2, pending: 0, in_progress: 0, done: 1, blocked: 1 }
    expect((await getPlan(ctx, { project: 'p' })).parsed).toEqual({ overview: null, ...counts })
    rmSync(join(root, 'p/plans'), { recursive: true })
    expect(await getPlan(ctx, { project: 'p' })).toMatchObject({
      exists: false,
      content: null,
      hash: null,
      metadata: null,
      parsed: counts,
    })
  })

  it('never overwrite what the caller has not seen', async () => {
    const { ctx, read } = openWorkspace({ 'p/plans/execution-plan.md': 'theirs' })
    const expected_hash = '0'.repeat(64)
    await expect(createPlan(ctx, { project: 'p', content: 'mine', expected_hash })).rejects.toMatchObject({ reason: 'changed' })
    await expect(createPlan(ctx, { project: 'p', filename: 'gone', content: 'mine', expected_hash })).rejects.toMatchObject({
      reason: 'changed',
      details: { hash: null },
    })
    expect(read('p/plans/execution-plan.md')).toBe('theirs')
  })
})

// The lock lies beside the index, and its first section swept only the folder that the lock is in.
it('removes what a killed process left in the projects, also when the index is kept elsewhere', async () => {
  const litter = 'p/references/.shoko-0123456789abcdef.tmp'
  const { root, clock, reopen } = openWorkspace({ 'p/references/a.md': '# A', [litter]: 'half' })
  clock.set(clock.now() + 60_000)
  const ctx = reopen({ dbPath: join(root, '.index', 'index.db') })
  await createDoc(ctx, { project: 'p', folder: 'references', filename: 'b', content: '# B' })
  expect(existsSync(join(root, litter))).toBe(false)
})
