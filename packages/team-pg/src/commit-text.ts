import { sha256 } from '@shoko/core-fs'
import pg from 'pg'
import type { Mirror } from './mirror.ts'
import type { Ended } from './transaction.ts'

const { escapeLiteral } = pg

/** The statements that write sections' changes and commit. Each value is a literal, so that all of it goes in one message. */
export function commitText(to: { readonly space: number; readonly mirror: Mirror }, written: readonly Ended[]): string {
  return [...written.map((section) => `select ${callOf(to, section)} as seq`), 'commit'].join('; ')
}

function callOf({ space, mirror }: Parameters<typeof commitText>[0], { id, changes, scope }: Ended): string {
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
  ]
  return `shoko.commit_change(${values.join(', ')})`
}

function hashOf(bytes: Buffer | undefined): string {
  return bytes === undefined ? 'null' : escapeLiteral(sha256(bytes))
}

function listOf(type: string, values: readonly string[]): string {
  return `array[${values.join(',')}]::${type}[]`
}
