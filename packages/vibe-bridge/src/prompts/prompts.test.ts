import { readFileSync } from 'node:fs'
import { plainCall } from '@shoko/contract'
import { describe, expect, it } from 'vitest'
import { DOCUMENT, renderPromptsDocument } from '../../scripts/render-prompts.ts'
import { openWorkspace } from '../../test/workspace.ts'
import { projectBriefing, renderProjectBriefing } from './project-briefing.ts'
import { renderSessionStart, sessionStart } from './session-start.ts'

const TREE = {
  'p/status.md': '# P\n\n## Current Status\n\nAll quiet.\n',
  'p/tasks/001-old.md': '# Task: Old\n\nStatus: done\n',
  'p/tasks/004-definir-interfaz.md':
    '# Task: Definir interfaz\n\nStatus: in-progress\n\n## Objective\nDocumentar la API.\n\n## Context\n- Related files: `references/api.md`, `src/x.ts`\n- Dependencies: 001\n\n## Steps\n1. [x] uno\n2. [x] dos\n3. [ ] tres\n',
  'p/tasks/005-blocked.md': '# Task: Pagos\n\nStatus: blocked\n\n## Blocked By\n- El banco\n',
  'p/tasks/006-next.md': '# Task: Siguiente\n\nStatus: pending\n',
  'p/references/api.md': '# API notes\n\nthe protocol\n',
  'p/sessions/2026-11-10.md': '# Session\n\n- oldest\n',
  'p/sessions/2026-11-11.md': '# Session\n\n- third\n',
  'p/sessions/2026-11-12-auth.md': '# Session\n\n- second\n  goes on\n',
  'p/sessions/2026-11-13.md': '# Session\n\n## Hice\n- first\n\n## Próximos pasos\n- [ ] probar\n',
  'p/plans/execution-plan.md': '# Plan\n\n## Decisions\n\n- **Database:** SQLite\n',
  'p/changelog/1.md': '# Log\n\n## 決定\n- 橙色\n\n## 1.0\n- changed\n',
}

describe('project_briefing', () => {
  it('has counts, tasks with progress, the last three sessions and decisions', async () => {
    const { ctx } = openWorkspace(TREE)
    const text = await renderProjectBriefing(ctx, 'p')
    expect(text).toMatch(
      /^# Project Briefing: p\n\n## Current Status\n\n- \*\*Total documents:\*\* 12\n- \*\*Open tasks:\*\* 2 \(1 in-progress, 1 pending\)/,
    )
    expect(text).toContain('All quiet.')
    expect(text).toContain('### 004 - Definir interfaz\n\n**Objective:** Documentar la API.  \n**Progress:** 2/3 steps completed')
    expect(text).toContain('### 005 - Pagos\n\n**Blocked by:** El banco')
    expect(text).toContain('1. 006 - Siguiente')
    expect(text).toContain(
      '### 2026-11-13\n\n- first\n- **Próximos pasos:** probar\n\n### 2026-11-12, auth\n\n- second goes on\n\n### 2026-11-11',
    )
    expect(text).not.toContain('oldest')
    expect(text).toContain('- **Database:** SQLite (plans/execution-plan.md)')
    expect(text).toContain('- 橙色 (changelog/1.md)')
    expect(text).toContain('- changed (changelog/1.md)')
  })

  it('says (none) where there is nothing', async () => {
    const { ctx } = openWorkspace({ 'p/tasks/': '' })
    expect(await renderProjectBriefing(ctx, 'p')).toMatch(/## Blocked Tasks\n\n\(none\)/)
    await expect(renderProjectBriefing(ctx, 'q')).rejects.toMatchObject({ reason: 'project_not_found' })
  })
})

describe('session_start', () => {
  it.each([
    ...['4', '004', '#4', 'task 4', 'Tarea 4', 'tarea #4', 'タスク4', '004-definir-interfaz', 'definir-interfaz'],
    ...['004-definir-interfaz.md', 'Definir interfaz', 'DEFINIR INTERFAZ', 'Task: Definir interfaz', '004 - Definir interfaz'],
  ])('focuses on a task by %s', async (focus) => {
    const { ctx } = openWorkspace(TREE)
    const text = await renderSessionStart(ctx, { project: 'p', focus })
    expect(text).toMatch(/^# Session Start: p\n\nFocus: Task 004 - Definir interfaz\n/)
    expect(text).toContain(
      '**Status:** in-progress  \n**Objective:** Documentar la API.  \n**Progress:** 2/3 steps completed\n\n### Steps\n\n1. [x] uno',
    )
    expect(text).toContain('- `references/api.md` — API notes\n- `src/x.ts`\n- `tasks/001-old.md` — Old (task, done)')
    expect(text).toContain('## Last Session (2026-11-13)\n\n- first')
    expect(text).toContain('Continue with: tres')
  })

  it('searches for any other focus', async () => {
    const { ctx } = openWorkspace(TREE)
    expect(await renderSessionStart(ctx, { project: 'p', focus: 'protocol' })).toContain(
      '- `references/api.md`, API notes: the **protocol**',
    )
    expect(await renderSessionStart(ctx, { project: 'p', focus: 'xyzzy' })).toContain('Nothing in this project mentions "xyzzy"')
  })

  it('suggests what fits the state of the task', async () => {
    const { ctx } = openWorkspace(TREE)
    const suggestions = async (focus?: string) =>
      (await renderSessionStart(ctx, focus === undefined ? { project: 'p' } : { project: 'p', focus })).split(
        '## Suggested Actions',
      )[1]
    expect(await suggestions('6')).toContain('update_task_status(project="p", task="006", status="in-progress")')
    expect(await suggestions('5')).toContain('what blocks this task')
    expect(await suggestions('1')).toContain('This task is done')
    expect(await suggestions()).toMatch(/1\. Continue 004 - Definir interfaz\n2\. Then begin 006/)
  })
})

describe('both prompts', () => {
  it('need a project, and complete it and the focus', async () => {
    const { ctx } = openWorkspace(TREE)
    await expect(projectBriefing.render(ctx, {}, plainCall)).rejects.toMatchObject({ reason: 'invalid_argument' })
    expect((await sessionStart.render(ctx, { project: 'p' }, plainCall)).text).toContain('# Session Start: p')
    expect(await projectBriefing.complete!(ctx, { ref: 'project_briefing', argument: 'project', value: 'P', known: {} })).toEqual(
      ['p'],
    )
    const focus = { ref: 'session_start', argument: 'focus', value: '00', known: { project: 'p' } }
    expect(await sessionStart.complete!(ctx, focus)).toEqual(['001-old', '004-definir-interfaz', '005-blocked', '006-next'])
  })

  it('stand in the documentation as they are rendered now', async () => {
    expect(await renderPromptsDocument()).toBe(readFileSync(DOCUMENT, 'utf8'))
  })
})
