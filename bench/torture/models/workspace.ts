import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { vibeUpkeep } from '@shoko/vibe-bridge'
import fc from 'fast-check'
import { defineRun } from '../run.ts'
import { type Family, linearize, type Operation } from './linearize.ts'

interface Project {
  /** Title and status, in the order of the numbers. */
  readonly tasks: readonly { readonly title: string; readonly status: string }[]
  /** Texts of `references/`, by name. */
  readonly documents: Readonly<Record<string, string>>
  /** What the sessions hold, in order. */
  readonly sessions: readonly string[]
}

const STATUSES = ['pending', 'in-progress', 'done', 'blocked'] as const
const texts = fc.constantFrom('# Uno\n', 'dos\n', '日本\n')
const names = fc.constantFrom('a.md', 'b.md')

export const run = defineRun('model-workspace', (order) => linearize(workspace, order), {
  full: { sequences: 600 },
  expectedSeconds: 150,
})

const createTask = fc.constantFrom('Uno', 'Diseñar', '三').map(
  (title): Operation<Project> => ({
    tool: 'create_task',
    args: (_, project) => ({ project, title, objective: 'x', steps: ['a'], acceptance_criteria: ['b'] }),
    step(project, answer) {
      const number = answer.ok ? Number((answer.output.task as { number: string }).number) : 0
      return number === project.tasks.length + 1
        ? { ...project, tasks: [...project.tasks, { title, status: 'pending' }] }
        : undefined
    },
  }),
)

const setStatus = fc.tuple(fc.integer({ min: 1, max: 4 }), fc.constantFrom(...STATUSES)).map(
  ([number, status]): Operation<Project> => ({
    tool: 'update_task_status',
    args: (_, project) => ({ project, task: String(number), status }),
    step(project, answer) {
      if (project.tasks[number - 1] === undefined) return !answer.ok && answer.code === 'FILE_NOT_FOUND' ? project : undefined
      return answer.ok
        ? { ...project, tasks: project.tasks.with(number - 1, { ...project.tasks[number - 1]!, status }) }
        : undefined
    },
  }),
)

const createDocument = fc.tuple(names, texts).map(
  ([filename, content]): Operation<Project> => ({
    tool: 'create_doc',
    args: (_, project) => ({ project, folder: 'references', filename, content }),
    step(project, answer) {
      if (project.documents[filename] !== undefined) return !answer.ok && answer.code === 'FILE_EXISTS' ? project : undefined
      return answer.ok ? withDocument(project, filename, content) : undefined
    },
  }),
)

const updateDocument = fc.tuple(names, texts, fc.boolean()).map(
  ([filename, content, checked]): Operation<Project> => ({
    tool: 'update_doc',
    args: ({ documents }, project) => ({
      project,
      folder: 'references',
      filename,
      content,
      ...(checked ? { expected_hash: hashOf(documents[filename] ?? '') } : {}),
    }),
    step(project, answer, { expected_hash: expected }) {
      const before = project.documents[filename]
      if (before === undefined) return !answer.ok && answer.code === 'FILE_NOT_FOUND' ? project : undefined
      if (expected !== undefined && expected !== hashOf(before))
        return !answer.ok && answer.code === 'CONFLICT' ? project : undefined
      return answer.ok ? withDocument(project, filename, content) : undefined
    },
  }),
)

const readDocument = names.map(
  (filename): Operation<Project> => ({
    tool: 'read_doc',
    args: (_, project) => ({ project, folder: 'references', filename }),
    step(project, answer) {
      const text = project.documents[filename]
      if (text === undefined) return !answer.ok && answer.code === 'FILE_NOT_FOUND' ? project : undefined
      return answer.ok && answer.output.hash === hashOf(text) ? project : undefined
    },
  }),
)

const logSession = fc.constantFrom('hecho', '作業', 'done').map(
  (content): Operation<Project> => ({
    tool: 'log_session',
    args: (_, project) => ({ project, content }),
    step: (project, answer) => (answer.ok ? { ...project, sessions: [...project.sessions, content] } : undefined),
  }),
)

export const workspace: Family<Project> = {
  name: 'workspace',
  operations: fc.oneof(createTask, setStatus, createDocument, updateDocument, readDocument, logSession),
  empty: { tasks: [], documents: {}, sessions: [] },
  env: (folder) => ({ WORKSPACE_ROOT: folder, VIBE_ROOT: join(folder, 'vibe'), SHOKO_FAMILIES: 'vibe' }),
  prepare: (folder, place) => void mkdirSync(join(folder, 'vibe', place), { recursive: true }),
  upkeep: (folder) => vibeUpkeep({ root: join(folder, 'vibe'), dbPath: join(folder, 'vibe', 'index.db') }),
  read(folder, place) {
    const root = join(folder, 'vibe', place)
    const tasks = filesIn(join(root, 'tasks')).map(([name, text]) => {
      const [title = '', status = ''] = [/^# Task: (.*)$/m.exec(text)?.[1], /^Status: (.*)$/m.exec(text)?.[1]]
      return { number: Number.parseInt(name, 10), title, status }
    })
    const gap = tasks.findIndex(({ number }, at) => number !== at + 1)
    if (gap !== -1) throw new Error(`task numbers are not 1 to ${tasks.length}: ${tasks.map(({ number }) => number).join()}`)
    const sessions = filesIn(join(root, 'sessions'))
      .map(([, text]) => text)
      .join('\n---\n')
    return {
      tasks: tasks.map(({ title, status }) => ({ title, status })),
      documents: Object.fromEntries(filesIn(join(root, 'references'))),
      sessions: sessions.split('\n').filter((line) => line !== '' && line !== '---' && !line.startsWith('# Session')),
    }
  },
}

function filesIn(folder: string): [string, string][] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => [name, readFileSync(join(folder, name), 'utf8')])
}

function withDocument(project: Project, name: string, text: string): Project {
  return { ...project, documents: { ...project.documents, [name]: text } }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
