import { DomainError, plainCall } from '@shoko/contract'
import { describe, expect, it } from 'vitest'
import { openWorkspace } from '../../test/workspace.ts'
import { createTask } from './create-task.ts'
import { listTasks } from './list-tasks.ts'
import { logSession } from './log-session.ts'
import { search } from './search.ts'
import { updateTaskStatus, updateTaskStatusTool } from './update-task-status.ts'

const TASK = {
  project: 'p',
  title: 'Implementar búsqueda',
  objective: 'Que se encuentre todo.',
  steps: ['uno', 'dos'],
  acceptance_criteria: ['tres'],
}

describe('create_task', () => {
  it('takes the next number and answers as the seed shows', async () => {
    const { ctx, read } = openWorkspace({ 'p/tasks/005-x.md': '', 'p/tasks/archive/007-y.md': '' })
    expect(await createTask(ctx, { ...TASK, tags: ['a'] })).toEqual({
      success: true,
      task: {
        number: '008',
        filename: '008-implementar-busqueda.md',
        path: 'p/tasks/008-implementar-busqueda.md',
        status: 'pending',
      },
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      indexed: true,
    })
    expect(read('p/tasks/008-implementar-busqueda.md')).toMatch(
      /^---\ntags: \[a\]\n---\n# Task: Implementar búsqueda\n\nStatus: pending\n/,
    )
    expect((await search(ctx, { query: 'encuentre' })).total_matches).toBe(1)
  })

  it('never gives a number twice, from two servers at once', async () => {
    const { ctx, reopen } = openWorkspace({ 'p/': '' })
    const other = reopen()
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, at) => createTask(at % 2 ? ctx : other, { ...TASK, title: `Task ${at}` })),
    )
    expect(new Set(made.map(({ task }) => task.number)).size).toBe(20)
  })

  it('gives no number while a folder of tasks is closed to it: it may hold that number', async () => {
    const { ctx, read } = openWorkspace({ 'p/tasks/005-x.md': 'x' })
    const closed = async (options?: { readonly strict?: boolean }) => {
      if (options?.strict) throw new DomainError('permission_denied', 'p/tasks: permission denied')
      return []
    }
    const root = { ...ctx.root, walk: closed }
    await expect(createTask({ ...ctx, root }, TASK)).rejects.toMatchObject({ reason: 'permission_denied' })
    expect(read('p/tasks/005-x.md')).toBe('x')
  })

  it('refuses an unknown project', async () => {
    const { ctx } = openWorkspace()
    await expect(createTask(ctx, TASK)).rejects.toMatchObject({ reason: 'project_not_found', details: { project: 'p' } })
  })
})

describe('list_tasks', () => {
  const TREE = {
    'p/tasks/1000-late.md': '# Task: Late\n\nStatus: pending\n',
    'p/tasks/999-b.md': '# Task: B\n\nStatus: done\n',
    'p/tasks/004-a.md': '# Task: Definir interfaz\n\nStatus: pending\n\n## Objective\nDocumentar la API.\n',
    'p/references/x.md': 'Status: pending\n',
    'q/tasks/001-q.md': 'no heading\n',
  }

  it('lists the tasks of a project by number, with their objective', async () => {
    const { ctx } = openWorkspace(TREE)
    const answer = await listTasks(ctx, { project: 'p', status: 'pending' })
    expect(answer).toMatchObject({ project: 'p', filter: { status: 'pending' }, total: 2 })
    expect(answer.tasks).toEqual([
      {
        project: 'p',
        filename: '004-a.md',
        path: 'p/tasks/004-a.md',
        title: 'Definir interfaz',
        status: 'pending',
        updated: '2026-11-13',
        objective: 'Documentar la API.',
      },
      expect.objectContaining({ filename: '1000-late.md', objective: null }),
    ])
  })

  it('lists what is open everywhere: all but done, and what says no status', async () => {
    const { ctx } = openWorkspace(TREE)
    const { tasks, filter, project } = await listTasks(ctx, { status: 'open' })
    expect({ filter, project }).toEqual({ filter: { status: 'open' }, project: null })
    expect(tasks.map(({ path }) => path)).toEqual(['p/tasks/004-a.md', 'p/tasks/1000-late.md', 'q/tasks/001-q.md'])
    expect((await listTasks(ctx, { project: 'p', status: 'open' })).total).toBe(2)
  })

  it('lists all projects, with content when asked', async () => {
    const { ctx } = openWorkspace(TREE)
    const answer = await listTasks(ctx, { include_content: true })
    expect(answer).toMatchObject({ project: null, filter: { status: null }, total: 4 })
    expect(answer.tasks.map(({ path }) => path)).toEqual([
      'p/tasks/004-a.md',
      'p/tasks/999-b.md',
      'p/tasks/1000-late.md',
      'q/tasks/001-q.md',
    ])
    expect(answer.tasks[3]).toMatchObject({ title: 'q', status: null, content: 'no heading\n' })
  })

  it('comes in pages of 100 that hold every task once, with content within the bound of an answer', async () => {
    const tree = Object.fromEntries(
      Array.from({ length: 250 }, (_, at) => [
        `p/tasks/${at + 100}-t.md`,
        `# Task: ${at}\n\nStatus: pending\n\n${'x'.repeat(at * 5)}\n`,
      ]),
    )
    const { ctx, write } = openWorkspace(tree)
    expect((await listTasks(ctx, {})).tasks).toHaveLength(100)
    for (const include_content of [false, true]) {
      const seen: string[] = []
      for (let offset: number | null = 0; offset !== null; ) {
        const page: Awaited<ReturnType<typeof listTasks>> = await listTasks(ctx, { offset, include_content, limit: 120 })
        expect(page.total).toBe(250)
        expect(JSON.stringify(page).length).toBeLessThan(20_500)
        if (include_content) for (const task of page.tasks) expect(task.content).toBe(tree[task.path])
        seen.push(...page.tasks.map(({ path }) => path))
        offset = page.next_offset
      }
      expect(seen).toEqual(Object.keys(tree))
    }
    const { version } = await listTasks(ctx, {})
    expect(await listTasks(ctx, { offset: 100, version })).not.toHaveProperty('changed')
    write('p/tasks/001-new.md', '# Task: New\n')
    await expect.poll(() => listTasks(ctx, { offset: 100, version })).toMatchObject({ changed: true })
  })

  it('cuts the content of a task that is over the bound alone', async () => {
    const { ctx } = openWorkspace({ 'p/tasks/001-a.md': 'long '.repeat(20_000), 'p/tasks/002-b.md': 'short' })
    expect(await listTasks(ctx, { include_content: true })).toMatchObject({ tasks: [{ truncated: true }], next_offset: 1 })
    expect(await listTasks(ctx, { include_content: true, offset: 1 })).toMatchObject({ tasks: [{ content: 'short' }] })
  })

  it('refuses an unknown project', async () => {
    const { ctx } = openWorkspace(TREE)
    await expect(listTasks(ctx, { project: 'x' })).rejects.toMatchObject({ reason: 'project_not_found' })
  })
})

describe('update_task_status', () => {
  const TREE = {
    'p/tasks/004-a.md': '# Task: A\r\n\r\nStatus: pending\r\n',
    'p/tasks/010-b.md': '# B\n',
    'p/tasks/old/010-c.md': '# C\n',
  }

  it.each(['4', '004', '004-a.md', '004-a'])('finds the task by %s', async (task) => {
    const { ctx, read } = openWorkspace(TREE)
    expect(await updateTaskStatus(ctx, { project: 'p', task, status: 'in-progress' })).toEqual({
      success: true,
      task: { filename: '004-a.md', path: 'p/tasks/004-a.md', previous_status: 'pending', new_status: 'in-progress' },
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      indexed: true,
    })
    expect(read('p/tasks/004-a.md')).toBe('# Task: A\r\n\r\nStatus: in-progress\r\n')
    expect((await listTasks(ctx, { status: 'in-progress' })).total).toBe(1)
  })

  it('names the files that share a number', async () => {
    const { ctx } = openWorkspace(TREE)
    await expect(updateTaskStatus(ctx, { project: 'p', task: '10', status: 'done' })).rejects.toMatchObject({
      reason: 'invalid_argument',
      message: expect.stringMatching(/010-b\.md.*old\/010-c\.md/),
    })
    expect((await updateTaskStatus(ctx, { project: 'p', task: 'old/010-c', status: 'done' })).task.previous_status).toBeNull()
  })

  it('says when there is no such task', async () => {
    const { ctx } = openWorkspace(TREE)
    for (const task of ['5', 'nope.md']) {
      await expect(updateTaskStatus(ctx, { project: 'p', task, status: 'done' })).rejects.toMatchObject({
        reason: 'file_not_found',
      })
    }
    await expect(updateTaskStatus(ctx, { project: 'p', task: '../../x', status: 'done' })).rejects.toMatchObject({
      reason: 'invalid_path',
    })
  })

  it('proposes the task that was meant', async () => {
    const { ctx } = openWorkspace({ 'p/tasks/021-塗る.md': '# 塗る\n' })
    const task = updateTaskStatusTool.run(ctx, { project: 'p', task: '塗る', status: 'done' }, plainCall)
    await expect(task).rejects.toMatchObject({
      message: "File 'tasks/塗る.md' not found in project 'p'; did you mean tasks/021-塗る.md?",
      hint: 'list_tasks names the tasks',
    })
  })

  it('succeeds without a change when the status is the same', async () => {
    const { ctx, changes, read } = openWorkspace(TREE)
    const answer = await updateTaskStatus(ctx, { project: 'p', task: '4', status: 'pending' })
    expect(answer).toMatchObject({ success: true, task: { previous_status: 'pending', new_status: 'pending' } })
    expect(read('p/tasks/004-a.md')).toBe(TREE['p/tasks/004-a.md'])
    expect(changes).toEqual([])
  })
})

describe('log_session', () => {
  it("makes the day's file, then appends to it", async () => {
    const { ctx, read, clock } = openWorkspace({ 'p/': '' })
    clock.set(new Date(2026, 1, 9, 23, 59).getTime())
    expect(await logSession(ctx, { project: 'p', content: '## Lo que hice\n- cebolla' })).toEqual({
      success: true,
      session: { filename: '2026-02-09.md', path: 'p/sessions/2026-02-09.md', action: 'created' },
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      indexed: true,
    })
    expect((await logSession(ctx, { project: 'p', content: 'tarde' })).session.action).toBe('appended')
    expect((await logSession(ctx, { project: 'p', content: 'noche', append: true })).session.action).toBe('appended')
    expect(read('p/sessions/2026-02-09.md')).toBe(
      '# Session 2026-02-09\n\n## Lo que hice\n- cebolla\n\n---\n\ntarde\n\n---\n\nnoche\n',
    )
    expect((await search(ctx, { query: 'cebollas' })).total_matches).toBe(1)
  })

  it('refuses to append when told so, and creates when append is true and there is no file', async () => {
    const { ctx } = openWorkspace({ 'p/': '' })
    expect((await logSession(ctx, { project: 'p', content: 'a', append: true })).session.action).toBe('created')
    await expect(logSession(ctx, { project: 'p', content: 'b', append: false })).rejects.toMatchObject({
      reason: 'file_exists',
      message: expect.stringContaining('leave append out to add to it, or give a suffix'),
      details: { project: 'p', path: 'sessions/2026-11-13.md' },
    })
  })

  it('makes a slug of the suffix', async () => {
    const { ctx } = openWorkspace({ 'p/': '' })
    expect((await logSession(ctx, { project: 'p', content: 'a', suffix: 'Depuración: Auth/2' })).session.filename).toBe(
      '2026-11-13-depuracion-auth-2.md',
    )
    await expect(logSession(ctx, { project: 'p', content: 'a', suffix: '//' })).rejects.toMatchObject({
      reason: 'invalid_argument',
    })
  })

  it('loses no entry to another one', async () => {
    const { ctx, reopen, read } = openWorkspace({ 'p/': '' })
    const other = reopen()
    await Promise.all(
      Array.from({ length: 30 }, (_, at) => logSession(at % 2 ? ctx : other, { project: 'p', content: `entry ${at}.` })),
    )
    const text = read('p/sessions/2026-11-13.md')
    for (let at = 0; at < 30; at++) expect(text).toContain(`entry ${at}.`)
  })
})
