import { parse, TomlError } from 'smol-toml'
import * as z from 'zod'
import { kanbanError } from '../kanban-error.ts'

/** What `.kanban/columns.toml` says, with the defaults of what it leaves out. */
export interface BoardConfig {
  /** Empty when the file lists none. */
  readonly columns: readonly ConfiguredColumn[]
  readonly wipLimits: ReadonlyMap<string, number>
  readonly watch: { readonly hotColumns: readonly string[]; readonly debounceMs: number; readonly maxBatch: number }
  readonly writer: { readonly autoRename: boolean; readonly renameSuffix: string }
  readonly render: { readonly enabled: boolean; readonly debounceMs: number; readonly progressParents: readonly string[] }
}

export interface ConfiguredColumn {
  readonly key: string
  readonly title: string
}

interface ListedColumn {
  readonly key: string
  readonly title?: string | undefined
  readonly wip_limit?: number | undefined
}

const DEFAULT_HOT = ['backlog', 'doing']

const limit = z.int().min(0)
const milliseconds = z.int().min(0).max(3_600_000)
const ids = z.array(z.string().min(1))

const ColumnsToml = z.object({
  columns: z
    .union([
      z.array(z.string().min(1)),
      z.array(z.object({ key: z.string().min(1), title: z.string().optional(), wip_limit: limit.optional() })),
    ])
    .optional(),
  wip_limits: z.record(z.string(), limit).optional(),
  watch: z
    .object({ hot_columns: ids.optional(), debounce_ms: milliseconds.optional(), max_batch: z.int().min(1).optional() })
    .optional(),
  writer: z
    .object({
      auto_rename_on_conflict: z.boolean().optional(),
      rename_suffix: z
        .string()
        .regex(/^[^/\\.\s]{1,20}$/)
        .optional(),
    })
    .optional(),
  render: z
    .object({
      enabled: z.boolean().optional(),
      debounce_ms: milliseconds.optional(),
      progress_parent: z.union([z.string(), ids]).optional(),
      progress_parents: ids.optional(),
    })
    .optional(),
})

export function parseColumnsToml(text: string): BoardConfig {
  const checked = ColumnsToml.safeParse(parseToml(text))
  if (checked.success) return toConfig(checked.data)
  const issue = checked.error.issues[0]
  const keys = (issue?.path ?? []).filter((key) => typeof key === 'string')
  throw broken(lineOf(text, keys), `${keys.join('.') || 'file'}: ${issue?.message ?? 'is not valid'}`)
}

function toConfig(raw: z.infer<typeof ColumnsToml>): BoardConfig {
  const listed: readonly ListedColumn[] = (raw.columns ?? []).map((column) =>
    typeof column === 'string' ? { key: column } : column,
  )
  const keys = listed.map((column) => column.key)
  const single = raw.render?.progress_parent ?? []
  return {
    columns: listed.map((column) => ({ key: column.key, title: column.title ?? column.key })),
    wipLimits: wipLimitsOf(raw.wip_limits ?? {}, listed),
    watch: {
      hotColumns: raw.watch?.hot_columns ?? (keys.length > 0 ? keys.filter((key) => key !== 'done') : DEFAULT_HOT),
      debounceMs: raw.watch?.debounce_ms ?? 300,
      maxBatch: raw.watch?.max_batch ?? 50,
    },
    writer: { autoRename: raw.writer?.auto_rename_on_conflict ?? false, renameSuffix: raw.writer?.rename_suffix ?? '-1' },
    render: {
      enabled: raw.render?.enabled ?? false,
      debounceMs: raw.render?.debounce_ms ?? 300,
      progressParents: [...(typeof single === 'string' ? [single] : single), ...(raw.render?.progress_parents ?? [])],
    },
  }
}

function wipLimitsOf(section: Readonly<Record<string, number>>, listed: readonly ListedColumn[]) {
  const limits = new Map(Object.entries(section))
  for (const column of listed) if (column.wip_limit !== undefined) limits.set(column.key, column.wip_limit)
  return limits
}

function parseToml(text: string): unknown {
  try {
    return parse(text)
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    throw broken(error.line, error.message.split('\n')[0] ?? 'is not TOML')
  }
}

function broken(line: number, problem: string) {
  return kanbanError(
    'broken_config',
    `.kanban/columns.toml line ${line}: ${problem}`,
    'mend that line, or delete the file to use the defaults',
  )
}

/** The line that sets the innermost named key, found by its words: zod knows keys, not positions. */
function lineOf(text: string, keys: readonly string[]): number {
  const lines = text.split(/\r\n|\n|\r/)
  let at = 0
  for (const key of keys) {
    const found = lines.findIndex((line, index) => index >= at && namesKey(line, key))
    if (found >= 0) at = found
  }
  return at + 1
}

function namesKey(line: string, key: string): boolean {
  const bare = line.replaceAll(/["'[\]\s]/g, '')
  return bare === key || bare.startsWith(`${key}=`) || bare.startsWith(`${key}.`) || bare.endsWith(`.${key}`)
}
