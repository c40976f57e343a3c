import { describe, expect, it } from 'vitest'
import { openWorkspace } from '../../test/workspace.ts'
import { LARGE_BYTES } from '../index/large-files.ts'
import { renderSessionStart } from '../prompts/session-start.ts'
import { getPlan } from '../tools/get-plan.ts'
import { readDoc } from '../tools/read-doc.ts'
import { updateTaskStatus } from '../tools/update-task-status.ts'

/** Sections behind more text than is taken apart on the main thread. */
function behind(sections: string): string {
  return `# Title\n\n${'Some words about nothing.\n\n'.repeat(Math.ceil(LARGE_BYTES / 20))}${sections}`
}

/** Turns that others had meanwhile, and the longest that they had to wait. */
async function watched<T>(work: () => Promise<T>): Promise<{ readonly value: T; readonly turns: number }> {
  let turns = 0
  const timer = setInterval(() => turns++, 1)
  const value = await work()
  clearInterval(timer)
  return { value, turns }
}

describe('a large document', () => {
  it('is read with the metadata that its last line gives, while others have their turn', async () => {
    const { ctx } = openWorkspace({ 'p/tasks/001-a.md': behind('Status: blocked\n') })
    const { value, turns } = await watched(() => readDoc(ctx, { path: 'p/tasks/001-a.md' }))
    expect(value).toMatchObject({ truncated: true, metadata: { type: 'task', status: 'blocked' } })
    expect(turns).toBeGreaterThan(20)
  })

  it('is a plan with an overview and counts', async () => {
    const sections = '## Overview\nAll of it.\n\n## Current Status\n- Pending: 001, 002\n- Done: 003\n'
    const { ctx } = openWorkspace({ 'p/plans/execution-plan.md': behind(sections) })
    const { parsed } = await getPlan(ctx, { project: 'p' })
    expect(parsed).toMatchObject({ overview: 'All of it.', pending: 2, done: 1, task_count: 3 })
  })

  it('is a task whose status is changed, and not one other byte', async () => {
    const text = behind('Status: pending\n')
    const { ctx, read } = openWorkspace({ 'p/tasks/001-a.md': text })
    const { task } = await updateTaskStatus(ctx, { project: 'p', task: '1', status: 'done' })
    expect(task).toMatchObject({ previous_status: 'pending', new_status: 'done' })
    expect(read('p/tasks/001-a.md')).toBe(text.replace('Status: pending', 'Status: done'))
  })

  it('is the focus of a prompt, with its steps and what it names', async () => {
    const sections = '## Context\n- Related files: `a.ts`\n\n## Steps\n1. [x] Look\n2. [ ] Leap\n'
    const { ctx } = openWorkspace({
      'p/tasks/001-jump.md': behind(sections),
      'p/status.md': behind('## Current Status\nAll is well.\n'),
      'p/sessions/2026-11-12.md': behind('- Did nothing\n'),
    })
    const text = await renderSessionStart(ctx, { project: 'p', focus: '1' })
    for (const words of ['2. [ ] Leap', '`a.ts`', 'All is well.', 'Did nothing', 'Continue with: Leap'])
      expect(text).toContain(words)
  })
})
