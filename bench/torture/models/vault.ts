import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { vaultUpkeep } from '@shoko/vault'
import fc from 'fast-check'
import { defineRun } from '../run.ts'
import { type Family, linearize, type Operation } from './linearize.ts'

/** Notes by their path. */
type Notes = ReadonlyMap<string, string>

const paths = fc.constantFrom('a.md', 'b/c.md', 'caf\u00e9.md', 'cafe\u0301.md', 'A.md')
const texts = fc.constantFrom('one\n', 'two', 'ünï\r\n', '', 'one one\n', '日本\n')

export const run = defineRun('model-vault', (order) => linearize(vault, order), {
  full: { sequences: 1_000 },
  expectedSeconds: 60,
})

const create = fc
  .tuple(
    paths,
    texts.filter((text) => text !== ''),
  )
  .map(
    ([path, content]): Operation<Notes> => ({
      tool: 'vault_create',
      args: (_, place) => ({ path: `${place}/${path}`, content }),
      step(notes, answer) {
        if (notes.has(path)) return !answer.ok && answer.code === 'conflict' ? notes : undefined
        return answer.ok ? set(notes, path, content) : undefined
      },
    }),
  )

const write = fc.tuple(paths, texts, fc.constantFrom('append', 'overwrite'), fc.constantFrom('none', 'right', 'wrong')).map(
  ([path, content, mode, hash]): Operation<Notes> => ({
    tool: 'vault_write',
    args: (notes, place) => ({
      path: `${place}/${path}`,
      content,
      mode,
      ...(hash === 'none' ? {} : { expected_hash: hashOf(hash === 'right' ? (notes.get(path) ?? '') : 'never there') }),
    }),
    step(notes, answer, { expected_hash: expected }) {
      const before = notes.get(path)
      if (before === undefined || (expected !== undefined && expected !== hashOf(before)))
        return !answer.ok && answer.code === 'conflict' ? notes : undefined
      return answer.ok ? set(notes, path, mode === 'append' ? before + content : content) : undefined
    },
  }),
)

const replace = fc.tuple(paths, fc.constantFrom('one', 'o', 'ü'), fc.constantFrom('two', '', 'one'), fc.constantFrom(1, 2)).map(
  ([path, find, put, most]): Operation<Notes> => ({
    tool: 'vault_replace',
    args: (_, place) => ({ path: `${place}/${path}`, find, replace: put, max_replacements: most }),
    step(notes, answer) {
      const before = notes.get(path)
      if (before === undefined) return !answer.ok ? notes : undefined
      const parts = before.split(find)
      const count = Math.min(most, parts.length - 1)
      const after =
        parts.slice(0, count + 1).join(put) +
        parts
          .slice(count + 1)
          .map((part) => find + part)
          .join('')
      return answer.ok && answer.output.replacements === count ? set(notes, path, after) : undefined
    },
  }),
)

const read = paths.map(
  (path): Operation<Notes> => ({
    tool: 'vault_read',
    args: (_, place) => ({ path: `${place}/${path}`, full: true }),
    step(notes, answer) {
      const text = notes.get(path)
      if (text === undefined) return !answer.ok && answer.code === 'not_found' ? notes : undefined
      return answer.ok && answer.output.hash === hashOf(text) ? notes : undefined
    },
  }),
)

export const vault: Family<Notes> = {
  name: 'vault',
  operations: fc.oneof(create, write, replace, read),
  empty: new Map(),
  env: (folder) => ({ WORKSPACE_ROOT: folder, VAULT_ROOT: join(folder, 'vault'), SHOKO_FAMILIES: 'vault' }),
  prepare: (folder, place) => void mkdirSync(join(folder, 'vault', place), { recursive: true }),
  upkeep: (folder) => vaultUpkeep({ root: join(folder, 'vault'), cachePath: join(folder, 'cache') }),
  read(folder, place) {
    const root = join(folder, 'vault', place)
    const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    return sorted(
      files.map((entry) => join(entry.parentPath, entry.name)).map((path) => [relative(root, path), readFileSync(path, 'utf8')]),
    )
  },
}

function set(notes: Notes, path: string, text: string): Notes {
  return sorted([...new Map(notes).set(path, text)])
}

function sorted(entries: readonly (readonly [string, string])[]): Notes {
  return new Map([...entries].sort(([a], [b]) => (a < b ? -1 : 1)))
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
