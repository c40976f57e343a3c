import fs from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { errno, recordedRoot } from '../../test/recorded-system.ts'
import { at, listTree, makeTree, openDescriptors, reasonOf, rootOf } from '../../test/tree.ts'
import { parseDirectory } from '../relative-path.ts'
import { openRoot } from '../rooted-fs.ts'
import type { WalkedFile } from './walk.ts'

const pathsOf = (files: readonly WalkedFile[]) => files.map((file) => file.path)

describe('walk', () => {
  it('gives regular files in the order of their paths, and no hidden ones', async () => {
    const names = ['a/x.md', 'a-b.md', 'a.md', 'a/b/y.md', 'Z.md', 'é.md', '日記/一.md']
    const root = rootOf(
      makeTree({ ...Object.fromEntries(names.map((name) => [name, ''])), '.obsidian/x.md': '', 'a/.hidden.md': '' }),
      { hidden: 'reached' },
    )
    expect(pathsOf(await root.walk())).toEqual(names.toSorted())
    expect(pathsOf(await root.walk({ hidden: true }))).toEqual([...names, '.obsidian/x.md', 'a/.hidden.md'].toSorted())
    expect(root.sync.walk()).toEqual(await root.walk())
  })

  it('keeps the order of whole paths for any names', async () => {
    const segment = fc.stringMatching(/^[a-c.\-0A é]{1,4}$/).filter((text) => !/^\.+$/.test(text))
    const name = fc.array(segment, { minLength: 1, maxLength: 3 }).map((segments) => segments.join('/'))
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(name, { maxLength: 12 }), async (names) => {
        const dir = makeTree()
        for (const file of names) {
          try {
            fs.mkdirSync(path.join(dir, path.dirname(file)), { recursive: true })
            fs.writeFileSync(path.join(dir, file), '')
          } catch {
            // the name of a file and of a folder at once
          }
        }
        const root = rootOf(dir, { hidden: 'reached' })
        const found = pathsOf(await root.walk({ hidden: true }))
        expect(root.sync.walk()).toEqual(await root.walk())
        expect(found).toEqual(found.toSorted())
        expect(found).toEqual(listTree(dir).filter((file) => fs.statSync(path.join(dir, file)).isFile()))
        fs.rmSync(dir, { recursive: true })
      }),
      { numRuns: 60 },
    )
  })

  it('starts below a directory, and tells when there is none', async () => {
    const root = rootOf(makeTree({ 'a/x.md': '', 'b/y.md': '', 'c.md': '' }))
    expect(pathsOf(await root.walk({ dir: at('a') }))).toEqual(['a/x.md'])
    expect(await reasonOf(root.walk({ dir: at('missing') }))).toBe('not_found')
    expect(await reasonOf(root.walk({ dir: at('c.md') }))).toBe('not_found')
  })

  it('is bounded by files, by depth and by what the caller skips', async () => {
    const root = rootOf(makeTree({ 'a.md': '', 'b/c.md': '', 'b/d/e.md': '', 'f.txt': '' }))
    expect(pathsOf(await root.walk({ maxFiles: 2 }))).toEqual(['a.md', 'b/c.md'])
    expect(pathsOf(await root.walk({ maxDepth: 1 }))).toEqual(['a.md', 'f.txt'])
    expect(pathsOf(await root.walk({ maxDepth: 2 }))).toEqual(['a.md', 'b/c.md', 'f.txt'])
    expect(pathsOf(await root.walk({ skip: (path, kind) => (kind === 'dir' ? path === 'b/d' : path.endsWith('.txt')) }))).toEqual(
      ['a.md', 'b/c.md'],
    )
  })

  it('fills in what the file system says, when asked', async () => {
    const dir = makeTree({ 'a.md': 'abc' })
    const { mtimeMs, ctimeMs, ino, mode } = fs.statSync(path.join(dir, 'a.md'))
    const root = rootOf(dir)
    expect(await root.walk({ stats: true })).toEqual([
      { path: 'a.md', info: { kind: 'file', size: 3, mtimeMs, ctimeMs, ino, mode } },
    ])
    expect(await root.walk()).toEqual([{ path: 'a.md' }])
  })

  it('lets the event loop run, and stops when its caller has gone', async () => {
    const dir = makeTree()
    for (let i = 0; i < 3000; i++) fs.writeFileSync(path.join(dir, `${i}.md`), '')
    const root = rootOf(dir)
    // Every look at the clock finds it ten milliseconds on, however quick the machine is.
    let now = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 10))
    let turns = 0
    let over = false
    const count = () => {
      turns++
      if (!over) setImmediate(count)
    }
    setImmediate(count)
    await root.walk({ stats: true })
    over = true
    clock.mockRestore()
    expect(turns).toBeGreaterThan(5)
    const caller = new AbortController()
    const descriptors = openDescriptors()
    const walking = root.walk({
      signal: caller.signal,
      stats: true,
      skip: () => caller.abort(new Error('gone')) as unknown as boolean,
    })
    await expect(walking).rejects.toThrow('gone')
    expect(openDescriptors()).toBe(descriptors)
  })

  it('passes over folders that vanish or are closed to it, but not over a failing disk', async () => {
    const dir = makeTree({ 'a/x.md': '', 'b/y.md': '' })
    const walkWith = (code: string) =>
      recordedRoot(dir, ({ name, args }) =>
        name === 'open' && String(args[0]).endsWith('/a') ? errno(code) : undefined,
      ).root.walk()
    expect(pathsOf(await walkWith('ENOENT'))).toEqual(['b/y.md'])
    expect(pathsOf(await walkWith('EACCES'))).toEqual(['b/y.md'])
    const descriptors = openDescriptors()
    expect(await reasonOf(walkWith('EIO'))).toBe('disk_error')
    await expect(walkWith('EMFILE')).rejects.toMatchObject({
      reason: 'disk_error',
      message: expect.stringContaining('too many open files'),
    })
    expect(openDescriptors()).toBe(descriptors)
  })

  it('fails for a closed folder when the caller cannot do with a part', async () => {
    const dir = makeTree({ 'a/x.md': '', 'b/y.md': '' })
    for (const failing of ['open', 'readdir']) {
      let armed = true
      const { root } = recordedRoot(dir, ({ name, args }) => {
        if (!armed || name !== failing || String(args[0]) === dir) return undefined
        armed = false
        return errno('EACCES')
      })
      expect(await reasonOf(root.walk({ strict: true }))).toBe('permission_denied')
      expect(pathsOf(await root.walk({ strict: true }))).toEqual(['a/x.md', 'b/y.md'])
    }
  })

  it('does not go deeper than 128 levels', async () => {
    const dir = makeTree()
    fs.mkdirSync(path.join(dir, ...Array<string>(140).fill('d')), { recursive: true })
    fs.writeFileSync(path.join(dir, ...Array<string>(100).fill('d'), 'in.md'), '')
    fs.writeFileSync(path.join(dir, ...Array<string>(140).fill('d'), 'deep.md'), '')
    expect((await rootOf(dir).walk()).map((file) => path.basename(file.path))).toEqual(['in.md'])
  })

  it('leaves out names that no call could reach', async () => {
    const dir = makeTree({ 'a\\b.md': '', 'a\nb.md': '', 'ok.md': '' })
    const root = rootOf(dir)
    expect(pathsOf(await root.walk())).toEqual(['ok.md'])
    expect((await root.list(parseDirectory(''))).map(({ name }) => name)).toEqual(['ok.md'])
  })
})

describe('list', () => {
  it('gives one level in code point order, hidden entries too where they are reached, with sizes of files', async () => {
    const root = openRoot(makeTree({ 'b.md': 'xyz', '.hidden': '', 'a/x.md': '', '\u{1F600}.md': '', '\uFF5E.md': '', B: '' }), {
      hidden: 'reached',
    })
    expect(await root.list(parseDirectory(''))).toMatchObject([
      { name: '.hidden', path: '.hidden', kind: 'file', size: 0 },
      { name: 'B', path: 'B', kind: 'file', size: 0 },
      { name: 'a', path: 'a', kind: 'dir', size: null },
      { name: 'b.md', path: 'b.md', kind: 'file', size: 3 },
      { name: '\uFF5E.md', path: '\uFF5E.md', kind: 'file', size: 0 },
      { name: '\u{1F600}.md', path: '\u{1F600}.md', kind: 'file', size: 0 },
    ])
    expect(await root.list(at('a'))).toMatchObject([{ name: 'x.md', path: 'a/x.md', kind: 'file', size: 0 }])
  })

  it('tells a missing directory and a file from a directory', async () => {
    const root = rootOf(makeTree({ 'a.md': '' }))
    expect(await reasonOf(root.list(at('missing')))).toBe('not_found')
    expect(await reasonOf(root.list(at('a.md')))).toBe('not_found')
  })
})
