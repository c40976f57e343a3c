import { LineIndex, stripBom } from '@shoko/core-fs'
import { editFrontMatter, readFrontMatter } from '@shoko/core-fs/front-matter'
import { type StatusLine, statusLineOf } from './metadata.ts'
import { outlineOf } from './outline.ts'
import { closeBlock } from './overlay.ts'
import { parseStatus, writeStatus } from './status-words.ts'

export interface StatusEdit {
  readonly text: string
  readonly previous: string | null
}

/**
 * Sets a task's status where the file keeps it and in the file's own words: the front matter if it has one there, and the
 * `Status:` line, which is inserted under the title when it is missing. Not one other byte changes.
 */
export function setStatus(text: string, status: string): StatusEdit {
  const given = readFrontMatter(text).data.status
  const inFrontMatter = given === undefined || given === null ? undefined : parseStatus(String(given))
  const withMatter =
    inFrontMatter === undefined || inFrontMatter === status
      ? text
      : editFrontMatter(text, { status: writeStatus(status, { value: String(given) }) })
  const body = stripBom(readFrontMatter(withMatter).body)
  const head = closeBlock(withMatter.slice(0, withMatter.length - body.length))
  const line = statusLineOf(outlineOf(body))
  const previous = inFrontMatter ?? line?.status ?? null
  if (line?.status === status || (line === undefined && previous === status)) return { text: withMatter, previous }
  return { text: head + (line === undefined ? insertLine(body, status) : replaceValue(body, line, status)), previous }
}

function replaceValue(body: string, line: StatusLine, status: string): string {
  const offset = new LineIndex(body).startOf(line.line + 1)
  return body.slice(0, offset + line.start) + writeStatus(status, line) + body.slice(offset + line.end)
}

function insertLine(body: string, status: string): string {
  const newline = body.includes('\r\n') ? '\r\n' : '\n'
  const outline = outlineOf(body)
  const title = outline.headings.find((heading) => heading.level === 1)
  if (title === undefined) return `Status: ${status}${newline}${newline}${body}`
  const offset = title.bodyLine >= outline.lines.length ? body.length : new LineIndex(body).startOf(title.bodyLine + 1)
  const before = body.slice(0, offset)
  const gap = /[\r\n]$/.test(before) ? newline : newline + newline
  const after = body.slice(offset)
  const blankFollows = after === '' || /^[ \t]*(?:\r\n?|\n)/.test(after)
  return `${before}${gap}Status: ${status}${newline}${blankFollows ? '' : newline}${after}`
}
