import { posix } from 'node:path'
import { DomainError } from '@shoko/contract'
import { firstSegmentIs, joinPath, nameOf, parentOf, parseDirectory, parsePath, type RelativePath } from '@shoko/core-fs'
import fc from 'fast-check'
import { parsePath as parsePathOfAny } from '../../../packages/core-fs/src/relative-path.ts'
import { parseCardId } from '../../../packages/kanban-bridge/src/rules/card-id.ts'
import { parseColumn } from '../../../packages/kanban-bridge/src/rules/columns.ts'
import { checkChange } from '../../../packages/vault/src/policy.ts'
import { addressOf, FOLDERS_AND_ROOT } from '../../../packages/vibe-bridge/src/workspace/layout.ts'
import { defineRun } from '../run.ts'
import { fuzz, rule } from './campaign.ts'
import { TRICKS, textOf } from './texts.ts'

const PIECES = [
  ...TRICKS,
  '/',
  '/',
  '..',
  '../',
  './',
  '.system',
  '.SYSTEM',
  'daily',
  'C:',
  'c:',
  'a.db',
  'x.md',
  '%2e%2e',
  '．．',
  '․․',
  '／',
]
const paths = textOf(PIECES, 10)
const anything = fc.oneof(
  paths,
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom<unknown>(null, 1, {}, ['a'], undefined),
)

export const run = defineRun('fuzz-paths', (order) => fuzz(order, { rules, inputs: order.counts.inputs! }), {
  full: { inputs: 1_000_000 },
  expectedSeconds: 12,
  cores: 1,
})

const rules = [
  rule('a path stays below the root', anything, (input) => accepted(() => parsePath(input), staysBelow)),
  rule('a directory stays below the root', anything, (input) =>
    accepted(
      () => parseDirectory(input),
      (path) => path === '' || staysBelow(path),
    ),
  ),
  rule('an accepted path means the same when it is given again', paths, (input) =>
    accepted(
      () => parsePath(input),
      (path) => parsePathOfAny(path) === path,
    ),
  ),
  rule('parent and name make the path again', paths, (input) =>
    accepted(
      () => parsePath(input),
      (path) => joinPath(parentOf(path), nameOf(path)) === path,
    ),
  ),
  rule('reserved areas cannot be written by any spelling', paths, (input) =>
    accepted(
      () => {
        const path = parsePath(input)
        checkChange(path, 'overwrite', { dir: 'daily', format: 'YYYY-MM-DD' })
        return path
      },
      (path) => !/^(\.system|daily)(\/|$)/i.test(path) && !firstSegmentIs(path, '.system'),
    ),
  ),
  rule(
    'an address of a document stays in its project',
    fc.tuple(paths, fc.constantFrom(...FOLDERS_AND_ROOT), paths),
    ([project, folder, filename]) =>
      accepted(
        () => addressOf({ project, folder, filename }),
        ({ path, project: name }) =>
          path.startsWith(`${name}/`) && staysBelow(path) && !path.split('/').some((segment) => segment.startsWith('.')),
      ),
  ),
  rule('a column is one plain segment', paths, (input) =>
    accepted(
      () => parseColumn(input, { listed: [], existing: [] }),
      (column) => isSegment(column) && !column.includes('.'),
    ),
  ),
  rule('a card id is one plain segment', paths, (input) =>
    accepted(
      () => parseCardId(input),
      (id) => isSegment(id) && !id.includes('.'),
    ),
  ),
]

/** Refusing is fine when it is a refusal; anything else that is thrown is a crash. */
function accepted<T>(parse: () => T, holds: (value: T) => boolean): boolean {
  let value: T
  try {
    value = parse()
  } catch (error) {
    if (error instanceof DomainError) return true
    throw error
  }
  return holds(value)
}

function staysBelow(path: RelativePath | string): boolean {
  return posix.resolve('/root', path).startsWith('/root/') && path.split('/').every(isSegment) && path.isWellFormed()
}

function isSegment(segment: string): boolean {
  return segment !== '' && segment !== '.' && segment !== '..' && !/[/\\\p{Cc}]/u.test(segment)
}
