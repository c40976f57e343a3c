import { validateArguments } from '@shoko/contract/schema'
import { Compile } from 'typebox/compile'
import { describe, expect, it } from 'vitest'
import { openWorkspace } from '../test/workspace.ts'
import { vibeFamily } from './family.ts'

const TREE = { 'p/tasks/001-a.md': '# Task: A\n\nStatus: pending\n', 'p/references/r.md': 'needle\n' }
const CALLS: Readonly<Record<string, Record<string, unknown>>> = {
  search: { query: 'needle', folder: 'references', limit: 5 },
  read_doc: { project: 'p', folder: 'tasks', filename: '001-a.md' },
  list_tasks: { project: 'p', status: 'pending', include_content: true },
  get_plan: { project: 'p' },
  create_doc: { project: 'p', folder: '', filename: 'x', content: '', frontmatter: { a: 1 } },
  update_doc: {
    project: 'p',
    folder: 'references',
    filename: 'r.md',
    content: 'x',
    frontmatter: { a: null },
    expected_hash: null,
  },
  create_task: {
    project: 'p',
    title: 't',
    objective: 'o',
    steps: [],
    acceptance_criteria: [],
    context: { related_files: ['a'] },
    status: 'blocked',
  },
  update_task_status: { project: 'p', task: '1', status: 'done' },
  create_plan: { project: 'p', content: '' },
  log_session: { project: 'p', content: 'x', suffix: null },
  reindex: { full: true },
}

describe('the family', () => {
  it('has the eleven tools of the seed, two prompts and the resources', () => {
    expect(vibeFamily.tools.map(({ name }) => name)).toEqual(Object.keys(CALLS))
    expect(vibeFamily.prompts?.map(({ name }) => name)).toEqual(['project_briefing', 'session_start'])
    expect(vibeFamily.resources?.scheme).toBe('vibe')
  })

  it.each(vibeFamily.tools.map((tool) => [tool.name, tool] as const))(
    '%s accepts its arguments and answers by its schema',
    async (name, tool) => {
      const { ctx } = openWorkspace(TREE)
      const checked = validateArguments(tool, CALLS[name])
      expect(checked).toMatchObject({ ok: true })
      const output = await tool.run(ctx, checked.value as never, { signal: new AbortController().signal, report: () => {} })
      expect(Compile(tool.output).Errors(JSON.parse(JSON.stringify(output)))).toEqual([])
    },
  )

  it.each([
    ['search', { query: ' ' }, 'invalid_query'],
    ['search', { query: 'x', folder: 7 }, 'invalid_folder'],
    ['search', { query: 'x', limit: 0 }, 'invalid_argument'],
    ['search', { query: 'x', limit: '5' }, 'invalid_argument'],
    ['list_tasks', { status: 'later' }, 'invalid_status'],
    ['read_doc', { project: 'p', folder: 'tasks', filename: 3 }, 'invalid_path'],
    ['read_doc', { path: 7 }, 'invalid_path'],
    ['read_doc', { path: 'p/status.md', start_line: 0 }, 'invalid_argument'],
    ['list_tasks', { limit: 0 }, 'invalid_argument'],
    ['update_task_status', { project: 'p', task: '1', status: 'x' }, 'invalid_status'],
    ['create_task', { ...CALLS.create_task, title: '' }, 'invalid_argument'],
    ['create_task', { ...CALLS.create_task, context: { files: [] } }, 'invalid_argument'],
    ['log_session', { project: 'p', content: 'x', append: 'false' }, 'invalid_argument'],
  ])('%s refuses %j with %s', (name, input, reason) => {
    const tool = vibeFamily.tools.find((each) => each.name === name)!
    const checked = validateArguments(tool, input)
    expect(checked).toMatchObject({ ok: false, error: { reason } })
    expect(tool.errors).toContain(reason)
  })

  it('keeps nulls in the front matter of update_doc, where they remove a key', () => {
    const tool = vibeFamily.tools.find(({ name }) => name === 'update_doc')!
    expect(validateArguments(tool, CALLS.update_doc).value).toMatchObject({ frontmatter: { a: null } })
  })

  it('stays small on the wire', () => {
    const bytes = vibeFamily.tools.map(({ name, description, input }) =>
      Buffer.byteLength(JSON.stringify({ name, description, inputSchema: input })),
    )
    expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThan(8000)
  })
})
