import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { firstWord, PATIENT, startChild } from '../../test/processes.ts'
import { recordedRoot, recordSystem } from '../../test/recorded-system.ts'
import { at, listTree, makeTree, openDescriptors, reasonOf, rootOf } from '../../test/tree.ts'
import { waysToFile } from '../../test/ways.ts'
import { parseDirectory } from '../relative-path.ts'
import { createRoot } from '../rooted-fs.ts'
import { descriptorContainment } from './containment-linux.ts'
import { checkedContainment } from './containment-portable.ts'

const isLinux = process.platform === 'linux'

describe.runIf(isLinux).each([
  ['directory descriptors', descriptorContainment],
  ['looks before and after', checkedContainment],
] as const)('containment by %s', (_title, containment) => {
  function linkedTree() {
    const dir = makeTree({ 'outside/note.md': 'OUTSIDE', 'root/real/note.md': 'inside' })
    const link = (target: string, name: string) => fs.symlinkSync(target, path.join(dir, 'root', name))
    link('real', 'in')
    link('../outside', 'out')
    link(path.join(dir, 'outside'), 'absolute')
    link('real/note.md', 'in.md')
    link('../outside/note.md', 'out.md')
    link('real/missing', 'dangling-in')
    link('../missing/deep', 'dangling-out')
    link('loop', 'loop')
    link('absolute/note.md', 'twice')
    return { dir, root: recordedRoot(path.join(dir, 'root'), undefined, containment).root }
  }

  it.each([
    ['in/note.md', 'linked'],
    ['out/note.md', 'outside_root'],
    ['absolute/note.md', 'outside_root'],
    ['in.md', 'linked'],
    ['out.md', 'outside_root'],
    ['dangling-in', 'linked'],
    ['dangling-in/x.md', 'linked'],
    ['dangling-out', 'outside_root'],
    ['loop', 'linked'],
    ['loop/x.md', 'linked'],
    ['twice', 'outside_root'],
  ])('refuses %s as %s in every way', async (name, reason) => {
    const { dir, root } = linkedTree()
    const before = listTree(dir)
    const descriptors = openDescriptors()
    for (const [way, enter] of Object.entries(waysToFile)) {
      expect([way, await reasonOf(enter(root, at(name)))]).toEqual([way, reason])
    }
    expect(root.sync.read(at(name))).toBeUndefined()
    root.close()
    expect(await reasonOf(root.list(at(name)))).toBe(reason)
    expect(await reasonOf(root.walk({ dir: at(name) }))).toBe(reason)
    expect(await reasonOf(root.ensureDirectory(at(`${name}/new`)))).toBe(reason)
    expect(openDescriptors()).toBe(descriptors)
    expect(listTree(dir)).toEqual(before)
  })

  it('does not list or walk links', async () => {
    const { root } = linkedTree()
    expect((await root.list(parseDirectory(''))).map(({ name }) => name)).toEqual(['real'])
    expect(await root.listFolders(parseDirectory(''))).toEqual(['real'])
    expect((await root.walk()).map((file) => file.path)).toEqual(['real/note.md'])
  })

  it('reads through a root that is itself a link', async () => {
    const dir = makeTree({ 'real/note.md': 'x' })
    fs.symlinkSync('real', path.join(dir, 'root'))
    const { root } = recordedRoot(path.join(dir, 'root'), undefined, containment)
    expect((await root.readText(at('note.md'))).text).toBe('x')
    expect(root.absolutePath).toBe(path.join(dir, 'root'))
  })

  it('reports a missing root as not found, and serves it once it is there', async () => {
    const dir = makeTree()
    const { root } = recordedRoot(path.join(dir, 'later'), undefined, containment)
    await expect(root.list(parseDirectory(''))).rejects.toMatchObject({ reason: 'not_found', message: 'the root: not found' })
    expect(await root.find(at('note.md'))).toBeUndefined()
    await root.ensureDirectory(parseDirectory(''))
    await root.create(at('note.md'), 'x')
    fs.rmSync(path.join(dir, 'later'), { recursive: true })
    expect(await reasonOf(root.readText(at('note.md')))).toBe('not_found')
    fs.mkdirSync(path.join(dir, 'later'))
    await root.create(at('note.md'), 'y')
    expect((await root.readText(at('note.md'))).text).toBe('y')
  })

  it('takes folders, FIFOs and sockets for no files, without waiting for them', async () => {
    const dir = makeTree({ 'folder/': '', 'real/note.md': 'x' })
    for (let i = 0; i < 5; i++) execFileSync('mkfifo', [path.join(dir, `fifo${i}`)])
    const server = net.createServer().listen(path.join(dir, 'socket'))
    onTestFinished(() => void server.close())
    await new Promise((resolve) => server.once('listening', resolve))
    const { root } = recordedRoot(dir, undefined, containment)
    const names = ['folder', 'fifo0', 'fifo1', 'fifo2', 'fifo3', 'fifo4', 'socket']
    for (const name of names) {
      const reads = [root.read(at(name)), root.readText(at(name)), root.openLines(at(name)), root.replace(at(name), 'x')]
      const changes = [root.append(at(name), 'x'), root.remove(at(name))]
      expect(await Promise.all([...reads, ...changes].map(reasonOf))).toEqual(Array(6).fill('not_found'))
      expect(root.sync.read(at(name))).toBeUndefined()
    }
    expect(await reasonOf(root.create(at('fifo0'), 'x'))).toBe('already_exists')
    expect(await reasonOf(root.stat(at('fifo0')))).toBe('not_found')
    expect((await root.list(parseDirectory(''))).map(({ name }) => name)).toEqual(['folder', 'real'])
    expect(await root.listFolders(parseDirectory(''))).toEqual(['folder', 'real'])
    expect(await root.walk()).toEqual([{ path: 'real/note.md' }])
  })

  it('hides SQLite files and its own temporary files from every way', async () => {
    const hidden = ['x.db', 'X.DB', 'x.db-wal', 'x.db-shm', 'x.db-journal', '.shoko-0123456789abcdef.tmp']
    const dir = makeTree({ 'real/note.md': 'x', ...Object.fromEntries(hidden.map((name) => [name, 'secret'])) })
    const root = createRoot(dir, { system: recordSystem().system, containment, hidden: 'reached' })
    onTestFinished(() => root.close())
    for (const name of hidden) {
      for (const [way, enter] of Object.entries(waysToFile)) {
        if (way === 'find') expect(await enter(root, at(name))).toBeUndefined()
        else expect([way, await reasonOf(enter(root, at(name)))]).toEqual([way, 'not_found'])
      }
      expect(root.sync.read(at(name))).toBeUndefined()
    }
    expect((await root.list(parseDirectory(''))).map(({ name }) => name)).toEqual(['real'])
    expect(await root.walk({ hidden: true })).toEqual([{ path: 'real/note.md' }])
    expect(root.sync.walk()).toEqual([{ path: 'real/note.md' }])
  })

  it('says not found for a path below a file, and invalid path for a name that no disk takes', async () => {
    const { root } = recordedRoot(makeTree({ 'a.md': 'x' }), undefined, containment)
    expect(await reasonOf(root.read(at('a.md/b.md')))).toBe('not_found')
    expect(await reasonOf(root.create(at('a.md/b.md'), 'x'))).toBe('not_found')
    expect(await reasonOf(root.create(at('x'.repeat(300)), 'x'))).toBe('invalid_path')
  })

  it('reads what is asked for, at most so many bytes', async () => {
    const { root } = recordedRoot(makeTree({ 'a.md': 'abcdef' }), undefined, containment)
    const { bytes, info } = await root.read(at('a.md'), { maxBytes: 2 })
    expect([bytes.toString(), info.size, info.kind]).toEqual(['ab', 6, 'file'])
    expect((await root.stat(parseDirectory(''))).kind).toBe('dir')
  })
})

describe('looks before and after', () => {
  /** Runs the swap right before the note is opened. */
  function swapping(dir: string, swap: () => void) {
    return recordedRoot(
      path.join(dir, 'root'),
      ({ name, args }) => {
        if (name === 'open' && String(args[0]).endsWith('note.md')) swap()
        return undefined
      },
      checkedContainment,
    ).root
  }

  it('notice a folder that was swapped for another one', async () => {
    const dir = makeTree({ 'root/a/sub/note.md': 'inside', 'outside/note.md': 'OUTSIDE' })
    const root = swapping(dir, () => {
      fs.renameSync(path.join(dir, 'root/a/sub'), path.join(dir, 'gone'))
      fs.renameSync(path.join(dir, 'outside'), path.join(dir, 'root/a/sub'))
    })
    expect(await reasonOf(root.readText(at('a/sub/note.md')))).toBe('linked')
  })

  it('notice a folder further up that was moved out and linked to', async () => {
    const dir = makeTree({ 'root/a/sub/note.md': 'inside' })
    const root = swapping(dir, () => {
      fs.renameSync(path.join(dir, 'root/a'), path.join(dir, 'moved'))
      fs.symlinkSync('../moved', path.join(dir, 'root/a'))
    })
    expect(await reasonOf(root.readText(at('a/sub/note.md')))).toBe('linked')
  })

  it('notice a link where the system cannot be told not to follow it', async () => {
    const dir = makeTree({ 'root/': '', 'outside.md': 'OUTSIDE' })
    fs.symlinkSync('../outside.md', path.join(dir, 'root/note.md'))
    const { system } = recordSystem()
    const root = createRoot(path.join(dir, 'root'), {
      system: { ...system, open: (place, flags, mode) => system.open(place, flags & ~fs.constants.O_NOFOLLOW, mode) },
      containment: checkedContainment,
    })
    expect(await reasonOf(root.readText(at('note.md')))).toBe('linked')
  })
})

describe.runIf(isLinux)('an attacker who swaps a folder for a link', PATIENT, () => {
  it('gets no read and no write outside the root', async () => {
    const dir = makeTree({ 'outside/note.md': 'OUTSIDE', 'root/sub/note.md': 'inside' })
    const rootDir = path.join(dir, 'root')
    fs.symlinkSync('../outside', path.join(rootDir, 'link'))
    const attacker = startChild('swap', rootDir)
    await firstWord(attacker)
    const root = rootOf(rootDir)
    const seen = new Set<string>()
    const note = at('sub/note.md')
    for (let i = 0; i < 5_000; i++) {
      seen.add(root.sync.read(note)?.toString() ?? 'refused')
      root.close() // the next read goes the whole way again
      if (i % 10 === 0)
        seen.add(
          await root.readText(note).then(
            ({ text }) => text,
            () => 'refused',
          ),
        )
      if (i % 100 === 0) await root.create(at(`sub/${i}.md`), 'x').catch(() => {})
      if (i % 100 === 50) await root.append(at('sub/log'), 'x\n').catch(() => {})
    }
    expect(attacker.exitCode).toBeNull()
    attacker.kill('SIGKILL')
    expect(seen).not.toContain('OUTSIDE')
    expect(seen).toContain('inside')
    expect(seen).toContain('refused')
    expect(listTree(path.join(dir, 'outside'))).toEqual(['note.md'])
  })
})
