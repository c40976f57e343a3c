import type { Call } from '@shoko/contract'
import { slugify } from '@shoko/search'
import type { VibeContext } from '../context.ts'
import type { CatalogEntry } from '../index/catalog.ts'
import type { SearchHit } from '../index/search.ts'
import { taskNumber } from '../workspace/task-number.ts'

/** What a session is to be about. */
export type Focus =
  | { readonly kind: 'none' }
  | { readonly kind: 'task'; readonly task: CatalogEntry }
  | { readonly kind: 'topic'; readonly text: string; readonly hits: readonly SearchHit[] }

const HITS = 6

/** A task's number, file name, slug or title; anything else is searched for. */
export async function findFocus(
  ctx: VibeContext,
  {
    project,
    focus,
    tasks,
  }: { readonly project: string; readonly focus: string | undefined; readonly tasks: readonly CatalogEntry[] },
  call: Call,
): Promise<Focus> {
  const text = focus?.trim() ?? ''
  if (text === '') return { kind: 'none' }
  const task = findTask(text, tasks)
  if (task !== undefined) return { kind: 'task', task }
  const { hits } = await ctx.index.search({ query: ctx.index.parse(text), project, offset: 0, limit: HITS * 3 }, call)
  return { kind: 'topic', text, hits: onePerDocument(hits).slice(0, HITS) }
}

/** The task that `004`, `#4`, `tarea 4`, a slug, a file name or a title stands for; of several with one title, an open one. */
export function findTask(name: string, tasks: readonly CatalogEntry[]): CatalogEntry | undefined {
  const number = TASK_NUMBER.exec(name.normalize('NFKC').trim())?.[1]
  if (number !== undefined) return tasks.find((task) => taskNumber(task.filename) === Number(number))
  const slug = slugify(name.replace(/\.md$/i, ''))
  if (slug === '') return undefined
  return tasks.find(({ filename }) => isNamed(filename, slug)) ?? withTitle(name, tasks)
}

const TASK_NUMBER = /^(?:(?:task|tarea|タスク|n[º°o.]|no\.|#)\s*[:#]?\s*)*(\d{1,9})$/i
const TASK_LABEL = /^(?:task|tarea|タスク)\s*[:：]\s*/i

function isNamed(filename: string, slug: string): boolean {
  const own = slugify(filename.split('/').at(-1)!.replace(/\.md$/i, ''))
  return own === slug || own.replace(/^\d+-/, '') === slug
}

function withTitle(text: string, tasks: readonly CatalogEntry[]): CatalogEntry | undefined {
  const wanted = slugify(text.replace(TASK_LABEL, '').replace(/^#?\d{1,9}\s*[-–:.]\s*/, ''))
  const named = tasks.filter(({ title }) => wanted !== '' && slugify(title) === wanted)
  return named.find(({ status }) => status !== 'done') ?? named[0]
}

function onePerDocument(hits: readonly SearchHit[]): readonly SearchHit[] {
  const seen = new Set<string>()
  return hits.filter(({ inProject }) => !seen.has(inProject) && seen.add(inProject))
}
