import { type ListRequest, type Page, pageOf } from '@shoko/contract'

/** The lists of one answer, each a part of it; what was cut because it was over the bound alone says so. */
export type ListParts<Lists extends Readonly<Record<string, readonly object[]>>> = {
  -readonly [Name in keyof Lists]: (Lists[Name][number] & { truncated?: true })[]
}

export interface TogetherPage<Lists extends Readonly<Record<string, readonly object[]>>> extends Omit<Page<object>, 'items'> {
  readonly lists: ListParts<Lists>
}

/**
 * Pages through several lists of one answer at once: entry n of the page is the n-th of each, so that one offset serves them all
 * and the bound holds for all of them together.
 */
export function pageTogether<Lists extends Readonly<Record<string, readonly object[]>>>(
  lists: Lists,
  request: ListRequest,
  options: { readonly hardMaxChars: number },
): TogetherPage<Lists> {
  const names = Object.keys(lists)
  const longest = Math.max(0, ...names.map((name) => lists[name]!.length))
  const rowAt = (at: number) =>
    Object.fromEntries(names.flatMap((name) => (at < lists[name]!.length ? [[name, lists[name]![at]!]] : [])))
  const rows = Array.from({ length: longest }, (_, at) => rowAt(at))
  const { items, ...page } = pageOf(rows, request, { ...options, show: (row) => row, identityOf: JSON.stringify })
  return { ...page, lists: Object.fromEntries(names.map((name) => [name, partOf(items, name)])) as ListParts<Lists> } // each name has its own list again
}

function partOf(rows: readonly Readonly<Record<string, object>>[], name: string): object[] {
  return rows.flatMap((row) => {
    const item = row[name]
    if (item === undefined) return []
    return ['truncated' in row ? { ...item, truncated: true } : item]
  })
}
