import type { Completed, Port } from '../client/mcp.ts'

/** Somewhere a title leads to. */
export interface Jump {
  readonly family: string
  readonly label: string
  readonly where: string
  readonly to: Readonly<Record<string, string | undefined>>
}

interface Shelf {
  readonly family: string
  /** Served where this tool is. */
  readonly tool: string
  readonly template: string
  readonly variable: string
  readonly jump: (found: Completed) => Omit<Jump, 'family'>
}

const SHELVES: readonly Shelf[] = [
  {
    family: 'kanban',
    tool: 'kanban_list',
    template: 'kanban://{board}/cards/{id}',
    variable: 'id',
    jump: ({ value, title, with: { board = '.' } = {} }) => ({
      label: title ?? value,
      where: board === '.' ? '' : board,
      to: { board: board === '.' ? undefined : board, card: value },
    }),
  },
  {
    family: 'vault',
    tool: 'vault_find',
    template: 'vault://{+path}',
    variable: 'path',
    jump: ({ value, title }) => ({ label: title ?? value, where: value, to: { note: value } }),
  },
  {
    family: 'manual',
    tool: 'manual_find',
    template: 'manual://{id}/{+path}',
    variable: 'path',
    jump: ({ value, title, line, with: { id } = {} }) => ({
      label: title ?? value,
      where: `${id}/${value}`,
      to: { manual: id, note: value, line: line === undefined ? undefined : String(line) },
    }),
  },
  {
    family: 'vibe',
    tool: 'list_tasks',
    template: 'vibe://projects/{name}/{folder}/{file}',
    variable: 'file',
    jump: ({ value, title, with: { name = '', folder = '' } = {} }) => {
      const path = [name, folder, value].filter((part) => part !== '').join('/')
      return { label: title ?? value, where: path, to: { from: 'projects', note: path } }
    },
  },
]

/** What each family knows by such a title; a family that fails has none. Answers come one by one, as each is there. */
export function titlesLike(
  port: Port,
  typed: string,
  {
    isServed,
    show,
  }: { readonly isServed: (tool: string) => boolean; readonly show: (family: string, jumps: readonly Jump[]) => void },
): void {
  for (const { family, tool, template, variable, jump } of SHELVES) {
    if (!isServed(tool)) continue
    port.complete(template, { name: variable, value: typed }).then(
      (found) =>
        show(
          family,
          found.map((one) => ({ family, ...jump(one) })),
        ),
      () => show(family, []),
    )
  }
}

/**
 * All families in one order: what begins with the words first, then what has a word that does; the shorter before the longer.
 * Before anything is typed, some of each as they come.
 */
export function mergeJumps(lists: Iterable<readonly Jump[]>, typed: string, limit: number): readonly Jump[] {
  const wanted = fold(typed)
  const most = wanted === '' ? Math.ceil(limit / 2) : limit
  const first = wanted.split(/\s+/, 1)[0]!
  const seen = new Set<string>()
  const rated: { readonly jump: Jump; readonly rate: number }[] = []
  for (const list of lists) {
    for (const jump of list.slice(0, most)) {
      const key = JSON.stringify(jump.to)
      if (seen.has(key)) continue
      seen.add(key)
      rated.push({ jump, rate: rateOf(fold(jump.label), { wanted, first }) })
    }
  }
  if (wanted !== '') rated.sort((a, b) => b.rate - a.rate || a.jump.label.length - b.jump.label.length)
  return rated.slice(0, limit).map(({ jump }) => jump)
}

function rateOf(label: string, { wanted, first }: { readonly wanted: string; readonly first: string }): number {
  if (label.startsWith(wanted)) return 4
  const at = label.indexOf(wanted)
  if (at > 0 && !/[\p{L}\p{N}]/u.test(label[at - 1]!)) return 3
  if (at > 0) return 2
  return label.startsWith(first) ? 1 : 0
}

function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()
}
