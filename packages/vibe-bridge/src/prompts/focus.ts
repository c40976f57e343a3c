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

/** A task's number, file name or slug; anything else is searched for. */
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
  const { hits } = await ctx.index.search({ query: ctx.index.parse(text), project, limit: HITS * 3 }, call)
  return { kind: 'topic', text, hits: onePerDocument(hits).slice(0, HITS) }
}

/** The task that a name such as `004`, `#4`, `004-definir-interfaz` or `definir-interfaz.md` stands for. */
export function findTask(name: string, tasks: readonly CatalogEntry[]): CatalogEntry | undefined {
  const number = /^(?:#|task\s+)?(\d{1,9})$/i.exec(name)?.[1]
  if (number !== undefined) return tasks.find((task) => taskNumber(task.filename) === Number(number))
  const slug = slugify(name.replace(/\.md$/i, ''))
  if (slug === '') return undefined
  return tasks.find(({ filename }) => {
    const own = slugify(filename.split('/').at(-1)!.replace(/\.md$/i, ''))
    return own === slug || own.replace(/^\d+-/, '') === slug
  })
}

function onePerDocument(hits: readonly SearchHit[]): readonly SearchHit[] {
  const seen = new Set<string>()
  return hits.filter(({ inProject }) => !seen.has(inProject) && seen.add(inProject))
}
