import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openWorkspace } from '../../../packages/vibe-bridge/test/workspace.ts'
import { runVibeCommand } from '../src/families/vibe-command.ts'

const TREE = {
  'p/tasks/001-a.md': '# Task: Alpha\n\nStatus: done\n\nneedle\n',
  'p/tasks/002-b.md': '# Task: Beta\n\nStatus: pending\n',
}

describe('shoko vibe', () => {
  it('makes a project that the tools accept, and leaves one that is there as it is', async () => {
    const { ctx, root, write, read } = openWorkspace()
    const made = await runVibeCommand(ctx, ['init', 'nuevo'])
    expect(made).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('nuevo/tasks') })
    expect(existsSync(join(root, 'nuevo/assets'))).toBe(true)
    write('nuevo/status.md', 'mine')
    expect((await runVibeCommand(ctx, ['init', 'nuevo'])).stdout).toContain('complete already')
    expect(read('nuevo/status.md')).toBe('mine')
  })

  it('makes the workspace too', async () => {
    const { root, reopen } = openWorkspace()
    const ctx = reopen({ root: join(root, 'new') })
    expect((await runVibeCommand(ctx, ['search', 'x'])).stdout).toContain('0 matches')
    expect((await runVibeCommand(ctx, ['init', 'p', '--json'])).exitCode).toBe(0)
    expect((await runVibeCommand(ctx, ['search', 'begun'])).stdout).toContain('1 match')
    expect(existsSync(join(root, 'new/index.db'))).toBe(true)
  })

  it('searches, for people and for programs', async () => {
    const { ctx } = openWorkspace(TREE)
    const text = await runVibeCommand(ctx, ['search', 'needle', '--project', 'p'])
    expect(text.stdout).toMatch(/1 match\n\n\s+\d+\.\d\d {2}p\/tasks\/001-a\.md {2}# Task: Alpha\n\s+.*\*\*needle\*\*/)
    const json = await runVibeCommand(ctx, ['search', 'needle', '--json', '--limit', '1'])
    expect(JSON.parse(json.stdout)).toMatchObject({ total_matches: 1 })
  })

  it('lists tasks and reindexes', async () => {
    const { ctx } = openWorkspace(TREE)
    expect((await runVibeCommand(ctx, ['tasks', 'p'])).stdout).toBe(
      'done     p/tasks/001-a.md  Alpha\npending  p/tasks/002-b.md  Beta\n2 tasks\n',
    )
    expect((await runVibeCommand(ctx, ['tasks', '--status', 'done'])).stdout).toContain('1 task\n')
    expect((await runVibeCommand(ctx, ['reindex', '--full'])).stdout).toMatch(/^2 documents: 0 added, 2 updated/)
  })

  it.each([
    [['nope'], 2],
    [['search'], 2],
    [['search', 'x', '--limit', 'many'], 2],
    [['tasks', '--status', 'later'], 2],
    [['tasks', '--bogus'], 2],
    [['init'], 2],
    [['init', '../x'], 1],
    [['tasks', 'unknown'], 1],
    [['search', '-x'], 2],
    [['help'], 0],
  ])('answers %j with exit code %d', async (argv, exitCode) => {
    const { ctx } = openWorkspace(TREE)
    const result = await runVibeCommand(ctx, argv)
    expect(result.exitCode).toBe(exitCode)
    expect(exitCode === 0 ? result.stderr : result.stdout).toBe('')
  })
})
