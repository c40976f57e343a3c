import { sha256 } from '@shoko/core-fs'
import pg from 'pg'
import { QUIET_MS } from './bell.ts'
import type { Mirror } from './mirror.ts'
import type { Ended } from './transaction.ts'

const { escapeLiteral } = pg

/**
 * The statements that write sections' changes and commit. Each value is a literal, so that all of it goes in one message. The last
 * change rings the bell, for all of them.
 */
export function commitText(to: { readonly space: number; readonly mirror: Mirror }, written: readonly Ended[]): string {
  const calls = written.map((section, at) => callOf(to, section, at === written.length - 1 ? QUIET_MS : null))
  return [...calls.map((call) => `select ${call} as seq`), 'commit'].join('; ')
}

function callOf(
  { space, mirror }: Parameters<typeof commitText>[0],
  { id, changes, scope }: Ended,
  quietMs: number | null,
): string {
  const contents = changes.flatMap(({ after }) => (after === undefined ? [] : [after]))
  const paths = changes.map(({ path }) => escapeLiteral(mirror.documentAt(path)))
  const befores = changes.map(({ before }) => hashOf(before))
  const afters = changes.map(({ after }) => hashOf(after))
  const bytes = contents.map((content) => `'\\x${content.toString('hex')}'`)
  const values = [
    String(space),
    escapeLiteral(id),
    escapeLiteral(scope.author),
    escapeLiteral(scope.tool),
    listOf('text', paths),
    listOf('text', befores),
    listOf('text', afters),
    listOf('text', contents.map(hashOf)),
    listOf('bytea', bytes),
    String(quietMs),
  ]
  return `shoko.commit_change(${values.join(', ')})`
}

function hashOf(bytes: Buffer | undefined): string {
  return bytes === undefined ? 'null' : escapeLiteral(sha256(bytes))
}

function listOf(type: string, values: readonly string[]): string {
  return `array[${values.join(',')}]::${type}[]`
}
