import type { FrontMatter } from '@shoko/core-fs/front-matter'
import { dateOf, localDate } from './dates.ts'
import type { Folder } from './layout.ts'
import type { Outline } from './outline.ts'
import { parseStatus } from './status-words.ts'

export interface Metadata {
  readonly type: string
  /** Whatever the file says, in lower case; usually one of STATUSES. */
  readonly status: string | null
  /** A date. */
  readonly updated: string
  readonly tags: readonly string[]
  readonly owner: string | null
}

export interface MetadataSource {
  readonly frontMatter: FrontMatter
  readonly outline: Outline
  readonly folder: Folder
  readonly filename: string
  readonly mtimeMs: number
}

/** Front matter first; what it does not say, or says wrongly, is inferred from the file. People write it by hand. */
export function readMetadata({ frontMatter, outline, folder, filename, mtimeMs }: MetadataSource): Metadata {
  const { type, status, updated, tags, owner } = frontMatter.data
  const given = textOf(status)
  return {
    type: textOf(type) ?? inferType(folder, filename),
    status: given === undefined ? (statusLineOf(outline)?.status ?? null) : parseStatus(given),
    updated: dateOf(updated) ?? localDate(mtimeMs),
    tags: tagsOf(tags),
    owner: textOf(owner) ?? null,
  }
}

export interface StatusLine {
  readonly line: number
  readonly label: string
  /** As written. */
  readonly value: string
  readonly status: string
  /** Where the value stands in its line. */
  readonly start: number
  readonly end: number
}

/** The first `Status: x` outside code, also `Estado:` and `状態:`, bold or as an item of a list. */
export function statusLineOf(outline: Outline): StatusLine | undefined {
  for (const [line, text] of outline.lines.entries()) {
    const match = STATUS_LINE.exec(text)
    if (match === null || !outline.isProse(line)) continue
    const [, prefix = '', label = '', rest = ''] = match
    const value = rest.trimEnd()
    return { line, label, value, status: parseStatus(value), start: prefix.length, end: prefix.length + value.length }
  }
  return undefined
}

const STATUS_LINE =
  /^( {0,3}(?:(?:[-*+]|\d{1,3}[.)])[ \t]+)?(?:\*\*|__)?(status|estado|状態|ステータス)[ \t]*(?:(?:\*\*|__)[ \t]*[:：]|[:：](?:\*\*|__)?)[ \t\u3000]*)(\S.*)$/i

const FOLDER_TYPES: Readonly<Record<Folder, string>> = {
  '': 'document',
  tasks: 'task',
  plans: 'plan',
  sessions: 'session',
  reports: 'report',
  changelog: 'changelog',
  references: 'reference',
  scratch: 'scratch',
  assets: 'asset',
}

function inferType(folder: Folder, filename: string): string {
  return folder === '' && filename.toLowerCase() === 'status.md' ? 'status' : FOLDER_TYPES[folder]
}

function textOf(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return undefined
  return String(value).trim() || undefined
}

function tagsOf(value: unknown): readonly string[] {
  const tags = typeof value === 'string' ? value.split(/[,\s]+/) : Array.isArray(value) ? value : []
  return tags.flatMap((tag) => textOf(tag) ?? [])
}
