import fs from 'node:fs'
import path from 'node:path'
import { DomainError } from '@shoko/contract'
import { describe, expect, it } from 'vitest'
import { descriptorContainment } from '../src/containment/containment-linux.ts'
import { checkedContainment } from '../src/containment/containment-portable.ts'
import { sha256 } from '../src/hash.ts'
import { isTemporaryName } from '../src/relative-path.ts'
import type { Root } from '../src/rooted-fs.ts'
import { type CallName, errno, recordedRoot } from './recorded-system.ts'
import { at, listTree, makeTree, openDescriptors, temporaries } from './tree.ts'

const isLinux = process.platform === 'linux'

interface Operation {
  readonly name: string
  readonly files: Readonly<Record<string, string>>
  readonly run: (root: Root) => Promise<unknown>
  readonly before: Readonly<Record<string, string>>
  readonly after: Readonly<Record<string, string>>
}

const operations: readonly Operation[] = [
  {
    name: 'replace',
    files: { 'a/note.md': 'old' },
    run: (root) => root.replace(at('a/note.md'), 'new', { hash: sha256('old') }),
    before: { 'a/note.md': 'old' },
    after: { 'a/note.md': 'new' },
  },
  {
    name: 'create',
    files: {},
    run: (root) => root.create(at('a/b/note.md'), 'new'),
    before: {},
    after: { 'a/b/note.md': 'new' },
  },
  {
    name: 'append',
    files: { 'log.ndjson': '1\n2' },
    run: (root) => root.append(at('log.ndjson'), '3\n'),
    before: { 'log.ndjson': '1\n2' },
    after: { 'log.ndjson': '1\n2\n3\n' },
  },
  {
    name: 'append to a new file',
    files: {},
    run: (root) => root.append(at('a/log.ndjson'), '1\n'),
    before: {},
    after: { 'a/log.ndjson': '1\n' },
  },
  {
    name: 'move',
    files: { 'a/note.md': 'x' },
    run: (root) => root.move(at('a/note.md'), at('b/c/note.md')),
    before: { 'a/note.md': 'x' },
    after: { 'b/c/note.md': 'x' },
  },
  {
    name: 'remove',
    files: { 'a/note.md': 'x' },
    run: (root) => root.remove(at('a/note.md')),
    before: { 'a/note.md': 'x' },
    after: {},
  },
]

function contents(dir: string): Record<string, string> {
  const files = listTree(dir).filter((name) => fs.lstatSync(path.join(dir, name)).isFile())
  return Object.fromEntries(
    files
      .filter((name) => !isTemporaryName(path.basename(name)))
      .map((name) => [name, fs.readFileSync(path.join(dir, name), 'utf8')]),
  )
}

/** Failing these leaves nothing else to do than to leave the litter to the next sweep. */
const CLEANING: readonly CallName[] = ['unlink', 'rmdir', 'ftruncate']

describe.each([
  ['directory descriptors', descriptorContainment],
  ['looks before and after', checkedContainment],
] as const)('every system call failing once, with %s', (_title, containment) => {
  it.runIf(isLinux).each(operations)('$name leaves the old or the new content and does not lie', async (operation) => {
    const plain = recordedRoot(makeTree(operation.files), undefined, containment)
    await operation.run(plain.root)
    const total = plain.calls.length
    expect(total).toBeGreaterThan(4)
    for (let index = 0; index < total; index++) {
      for (const code of ['EIO', 'ENOSPC', 'EACCES', 'EMFILE']) {
        const dir = makeTree(operation.files)
        let failed: CallName | undefined
        const { root } = recordedRoot(
          dir,
          ({ name }, at) => {
            if (at !== index) return undefined
            failed = name
            return errno(code)
          },
          containment,
        )
        const descriptors = openDescriptors()
        const error = await operation.run(root).then(
          () => undefined,
          (reason: unknown) => reason,
        )
        const label = `${failed} (call ${index}) gives ${code}`
        expect(openDescriptors(), label).toBe(descriptors)
        expect(contents(dir), label).toEqual(error === undefined ? operation.after : operation.before)
        if (!CLEANING.includes(failed!)) expect(temporaries(dir), label).toEqual([])
        if (error === undefined) continue
        expect(error, label).toBeInstanceOf(DomainError)
        expect((error as DomainError).message, label).not.toContain(dir)
        if (code === 'ENOSPC') expect(error, label).toMatchObject({ reason: 'disk_full' })
        if (code === 'EACCES') expect(error, label).toMatchObject({ reason: 'permission_denied' })
        fs.rmSync(dir, { recursive: true })
      }
    }
  })
})
