import { DomainError } from '@shoko/contract'
import { stripBom } from '@shoko/core-fs'
import { editFrontMatter, readFrontMatter } from '@shoko/core-fs/front-matter'
import type { VibeReason } from '../reasons.ts'

/** Sets keys of a text's front matter; null removes one. What cannot be read cannot be merged into. */
export function overlayFrontMatter(text: string, keys: Readonly<Record<string, unknown>> = {}): string {
  if (Object.keys(keys).length === 0) return text
  const { problem } = readFrontMatter(text)
  if (problem === undefined) return editFrontMatter(text, keys, { createIfMissing: true })
  throw new DomainError<VibeReason>(
    'invalid_argument',
    `frontmatter: the file's own front matter cannot be read (${problem}); correct it in content`,
    {
      details: { key: 'frontmatter' },
    },
  )
}

/** Front matter may end a file without a newline; what is put after it needs one. */
export function closeBlock(head: string): string {
  return head.trimEnd().endsWith('---') && !/[\r\n]$/.test(head) ? `${head}\n` : head
}

/** The new text under the old one's front matter and byte order mark, unless it brings front matter of its own. */
export function keepFrontMatter(old: string, text: string): string {
  if (readFrontMatter(text).present) return text
  return closeBlock(old.slice(0, old.length - readFrontMatter(old).body.length)) + stripBom(text)
}
