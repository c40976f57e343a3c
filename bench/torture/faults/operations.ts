import type { Ids } from '@shoko/contract'
import type { Domain, Ports } from '../writers/callers.ts'
import type { Output } from '../writers/step.ts'
import { makeWorkspace, putFile, readWorkspace } from '../writers/workspace.ts'

export interface Operation {
  readonly name: string
  readonly domain: Domain
  readonly tool: string
  readonly args: Readonly<Record<string, unknown>>
}

const CARD = '01FFFFFFFFFFFFFFFFFFFFFFFF'
const OTHER = '01GGGGGGGGGGGGGGGGGGGGGGGG'
const DONE = '01HHHHHHHHHHHHHHHHHHHHHHHH'
const NOW = Date.UTC(2026, 10, 13, 12)

/** Each way to write once. */
export const operations: readonly Operation[] = [
  vault('create', { path: 'new/deep/note.md', content: 'new\nend\n' }),
  vault('write', { path: 'note.md', content: 'new\nend\n', mode: 'overwrite' }),
  { ...vault('write', { path: 'note.md', content: 'more\nend\n', mode: 'append' }), name: 'vault append' },
  vault('replace', { path: 'note.md', find: 'old', replace: 'new' }),
  kanban('new', { title: 'A new card', column: 'doing', body: 'end' }),
  kanban('move', { cardId: CARD, toColumn: 'review' }),
  { ...kanban('move', { cardId: DONE, toColumn: 'doing' }), name: 'kanban reopen' },
  kanban('done', { cardId: CARD }),
  { ...kanban('update', { cardId: CARD, patch: { body: { text: 'more end' } } }), name: 'kanban update body' },
  { ...kanban('update', { cardId: CARD, patch: { fm: { title: 'Another title' } } }), name: 'kanban update title' },
  kanban('notes.append', { cardId: CARD, text: 'more end' }),
  { ...kanban('notes.append', { cardId: OTHER, text: 'first end' }), name: 'kanban first note' },
  kanban('relations.set', { from: CARD, to: OTHER, type: 'depends' }),
  vibe('create_task', { title: 'A task', objective: 'end', steps: ['one'], acceptance_criteria: [], notes: 'end' }),
  vibe('update_task_status', { task: '001', status: 'done' }),
  vibe('create_doc', { folder: 'references', filename: 'new.md', content: 'new\nend\n' }),
  vibe('update_doc', { folder: 'references', filename: 'doc.md', content: 'new\nend\n' }),
  vibe('create_plan', { filename: 'plan.md', content: 'new\nend\n' }),
  vibe('log_session', { content: 'end' }),
  { ...vibe('log_session', { content: 'end', suffix: 'topic' }), name: 'vibe new session' },
]

export function prepareWorkspace(dir: string): void {
  makeWorkspace(dir)
  putFile(`${dir}/vault/note.md`, 'old\nend\n')
  for (const id of [CARD, OTHER]) putFile(`${dir}/.kanban/backlog/${id}__card.md`, `---\nid: ${id}\ntitle: Card\n---\n\nend\n`)
  const done = `---\nid: ${DONE}\ntitle: Done\ncompleted_at: 2026-11-01T00:00:00.000Z\n---\n\nend\n`
  putFile(`${dir}/.kanban/done/2026/11/${DONE}__done.md`, done)
  putFile(`${dir}/.kanban/notes/${CARD}.ndjson`, '{"ts":"2026-11-01T00:00:00.000Z","type":"worklog","text":"first end"}\n')
  putFile(`${dir}/vibe/p/tasks/001-task.md`, '# Task: Task\n\nStatus: pending\n\n## Notes\nend\n')
  for (const name of ['references/doc.md', 'plans/plan.md']) putFile(`${dir}/vibe/p/${name}`, 'old\nend\n')
  putFile(`${dir}/vibe/p/sessions/${new Date(NOW).toLocaleDateString('sv')}.md`, '# Session\n\nend\n')
}

/** The users' files, by path; what the product keeps for itself, and can make again, is left out. */
export function contentsOf(dir: string): string {
  const own = /(^|\/)\.(shoko|system|gitignore)|^(cache|vibe-index)\/|^\.kanban\/(cards|relations)\.ndjson$/
  // A journal without a line says what a missing one says: its first line had not been written yet.
  const isEmptyJournal = (path: string, text: string) => path.endsWith('.ndjson') && text === ''
  const files = readWorkspace(dir).filter(({ path, text }) => !own.test(path) && !isEmptyJournal(path, text))
  // A card that is made at the second attempt has another id.
  return JSON.stringify(files.map(({ path, text }) => [path, text]).sort(), null, 1).replaceAll(/01M7ACESG0[0-9A-Z]{16}/g, 'NEW')
}

/** What a process says before its operation, so that one which is killed in it can be told from one that never came so far. */
export const BEGUN = 'begun: '

/** What a caller hears: success, success with a warning, an error, or nothing any more. */
export type Answer = 'done' | 'warned' | 'refused' | 'none'

export interface Contents {
  readonly before: string
  readonly now: string
  readonly after: string
}

/** Does the answer say what the files are like (docs/reliability.md)? */
export function isHonest(operation: Operation, answer: Answer, { before, now, after }: Contents): boolean {
  if (answer === 'refused') return now === before
  if (now === after) return true
  if (answer === 'warned') return operation.name === 'kanban update title' && isHalfWay(operation, now)
  return answer === 'none' && (now === before || isHalfWay(operation, now))
}

/** Is it done after the same call was made again? A title that is there already renames nothing, so the old file name may stay. */
export function isFinished(operation: Operation, retried: string, after: string): boolean {
  return retried === after || (operation.name === 'kanban update title' && isHalfWay(operation, retried))
}

/** Two steps, each of them whole: the card has its date and lies in its old column, or its new title and its old file name. */
function isHalfWay({ name }: Operation, contents: string): boolean {
  if (name === 'kanban done') return contents.includes('completed_at: 2026-11-13') && contents.includes('backlog/01FFFF')
  if (name === 'kanban reopen') return !contents.includes('completed_at: 2026-11-01') && contents.includes('done/2026/11/01HHHH')
  return (
    name === 'kanban update title' &&
    contents.includes('title: Another title') &&
    contents.includes('01FFFFFFFFFFFFFFFFFFFFFFFF__card.md')
  )
}

/** Of the output of a tool that was carried out. */
export function answerOf({ warnings }: Output): Answer {
  return Array.isArray(warnings) && warnings.length > 0 ? 'warned' : 'done'
}

/** The same time and the same random numbers in every process, so that a change made twice makes the same files. */
export function fixedPorts(): Ports {
  let count = 0
  const ids: Ids = {
    trace: () => String(++count).padStart(32, '0'),
    bytes: (length) => new Uint8Array(length).fill(++count),
  }
  return { clock: { now: () => NOW }, ids }
}

function vault(name: string, args: Operation['args']): Operation {
  return { name: `vault ${name}`, domain: 'vault', tool: `vault_${name}`, args }
}

function kanban(name: string, args: Operation['args']): Operation {
  return { name: `kanban ${name}`, domain: 'kanban', tool: `kanban/${name}`, args: { board: '.', ...args } }
}

function vibe(name: string, args: Operation['args']): Operation {
  return { name: `vibe ${name}`, domain: 'vibe', tool: name, args: { project: 'p', ...args } }
}
