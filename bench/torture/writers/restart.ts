import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openKanban } from '@shoko/kanban-bridge'
import { type Domain, openDomain } from './callers.ts'
import { SHARED_CARDS } from './kanban-script.ts'
import { litterIn } from './model.ts'
import { readWorkspace } from './workspace.ts'

/** What a user does after a crash: starts a server again and writes. Gives what is wrong afterwards. */
export async function restart(dir: string, domains: readonly Domain[]): Promise<string[]> {
  for (const domain of domains) {
    const caller = await openDomain(domain, dir)
    try {
      for (const step of firstSteps[domain]) await caller.call(step)
    } finally {
      await caller.close()
    }
  }
  const litter = litterIn(readWorkspace(dir)).map((path) => `litter after a restart: ${path}`)
  return [
    ...litter,
    ...(domains.includes('kanban') ? await boardIndexProblems(dir) : []),
    ...(domains.includes('vibe') ? await workspaceIndexProblems(dir) : []),
  ]
}

const firstSteps = {
  vault: [{ tool: 'vault_write', args: { path: 'shared.md', content: 'restarted end\n', mode: 'append' } }],
  kanban: [
    { tool: 'kanban/list', args: { board: '.', includeDone: true } },
    { tool: 'kanban/notes.append', args: { board: '.', cardId: SHARED_CARDS[0], text: 'restarted end' } },
  ],
  vibe: [{ tool: 'log_session', args: { project: 'p', content: 'restarted end' } }],
} as const

/** Both index files of a board must be what a rebuild makes of the cards. */
export async function boardIndexProblems(dir: string): Promise<string[]> {
  const names = ['cards.ndjson', 'relations.ndjson']
  const read = () =>
    names.map((name) => join(dir, '.kanban', name)).map((path) => (existsSync(path) ? readFileSync(path, 'utf8') : ''))
  const before = read()
  const context = openKanban({ roots: [dir] })
  const board = await context.boards.resolve('.')
  await board.change(() => board.files.rebuild())
  await context.close()
  const after = read()
  return names.filter((_, at) => before[at] !== after[at]).map((name) => `${name} differs from a rebuild`)
}

/** The index of the projects is a sound database, and lists exactly the tasks that exist. */
export async function workspaceIndexProblems(dir: string): Promise<string[]> {
  const caller = await openDomain('vibe', dir)
  const { tasks } = await caller.call({ tool: 'list_tasks', args: { project: 'p', limit: 100 } })
  await caller.close()
  const folder = join(dir, 'vibe', 'p', 'tasks')
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.md')).length : 0
  const database = new DatabaseSync(join(dir, 'vibe-index', 'index.db'), { readOnly: true })
  const [sound] = database.prepare('PRAGMA integrity_check').all()
  database.close()
  const listed = (tasks as readonly unknown[]).length
  return [
    ...(sound?.integrity_check === 'ok' ? [] : [`index.db: ${JSON.stringify(sound)}`]),
    ...(listed === files || files > 100 ? [] : [`the index lists ${listed} tasks, there are ${files}`]),
  ]
}
