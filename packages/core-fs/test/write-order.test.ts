import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { collectReservations } from '@shoko/contract'
import { describe, expect, it } from 'vitest'
import { descriptorContainment } from '../src/containment/containment-linux.ts'
import { createRoot } from '../src/rooted-fs.ts'
import { errno, recordedRoot, recordSystem } from './recorded-system.ts'
import { at, listTree, makeTree, reasonOf, rootOf } from './tree.ts'

describe('the order of a write', () => {
  it('flushes the file before the rename and the directory after it', async () => {
    const dir = makeTree({ 'note.md': 'old' })
    const { root, calls } = recordedRoot(dir)
    await root.replace(at('note.md'), 'new')
    const steps = calls.filter(({ name }) => ['write', 'fchmod', 'fsync', 'rename'].includes(name))
    expect(steps.map(({ name }) => name)).toEqual(['write', 'fchmod', 'fsync', 'rename', 'fsync'])
    const [write, , fileFlush, , directoryFlush] = steps
    expect(fileFlush!.args[0]).toBe(write!.args[0])
    expect(directoryFlush!.args[0]).not.toBe(write!.args[0])
  })

  it('flushes the file before the link, and then every directory that has a new entry', async () => {
    const dir = makeTree()
    const { root, names } = recordedRoot(dir)
    await root.create(at('new/deep/note.md'), 'text')
    const steps = names().filter((name) => ['mkdir', 'write', 'fsync', 'link', 'unlink'].includes(name))
    expect(steps).toEqual(['mkdir', 'mkdir', 'write', 'fsync', 'link', 'unlink', 'fsync', 'fsync', 'fsync'])
  })

  it('flushes both directories of a move, and the one of a removal', async () => {
    const dir = makeTree({ 'a/note.md': 'x', 'b/': '' })
    const { root, names } = recordedRoot(dir)
    await root.move(at('a/note.md'), at('b/note.md'))
    await root.remove(at('b/note.md'))
    expect(names().filter((name) => ['rename', 'unlink', 'fsync'].includes(name))).toEqual([
      'rename',
      'fsync',
      'fsync',
      'unlink',
      'fsync',
    ])
  })

  it('flushes a journal, and its directory when it is new', async () => {
    const dir = makeTree()
    const { root, names } = recordedRoot(dir)
    await root.append(at('log.ndjson'), '1\n')
    await root.append(at('log.ndjson'), '2\n')
    expect(names().filter((name) => ['write', 'fsync'].includes(name))).toEqual(['write', 'fsync', 'fsync', 'write', 'fsync'])
  })

  it('flushes the parents of a directory that it makes', async () => {
    const { root, names } = recordedRoot(makeTree())
    await root.ensureDirectory(at('a/b'))
    expect(names().filter((name) => name === 'fsync')).toHaveLength(3)
  })

  it('says so to whoever answers, whatever was written', async () => {
    const dir = makeTree({ 'note.md': 'old', 'away.md': 'x' })
    let flushes = 0
    // The first flush of a call is that of the file, where it has one; those of folders follow.
    const { root } = recordedRoot(dir, ({ name, args }) => {
      if (name !== 'fsync') return undefined
      flushes++
      return fs.fstatSync(Number(args[0])).isDirectory() ? errno('EIO') : undefined
    })
    const { reservations } = await collectReservations(async () => {
      await root.replace(at('note.md'), 'new')
      await root.create(at('other.md'), 'new')
      await root.append(at('log.ndjson'), 'line\n')
      await root.move(at('away.md'), at('moved.md'))
      await root.remove(at('moved.md'))
    })
    expect(flushes).toBeGreaterThan(5)
    expect(reservations).toEqual([expect.stringMatching(/may undo it: note\.md, other\.md, log\.ndjson, moved\.md$/)])
  })

  it('says "not durable" and not "not written" when only the last flush fails', async () => {
    const dir = makeTree({ 'note.md': 'old' })
    const { root } = recordedRoot(dir, ({ name, args }) =>
      name === 'fsync' && fs.fstatSync(Number(args[0])).isDirectory() ? errno('EIO') : undefined,
    )
    expect(await root.replace(at('note.md'), 'new')).toMatchObject({ durable: false })
    expect(await root.create(at('other.md'), 'new')).toMatchObject({ durable: false })
    await root.move(at('other.md'), at('moved.md'))
    await root.remove(at('moved.md'))
    expect(fs.readFileSync(path.join(dir, 'note.md'), 'utf8')).toBe('new')
  })
})

describe('short writes and a full disk', () => {
  it('goes on after a short write until every byte is there', async () => {
    const dir = makeTree({ 'note.md': 'old' })
    const { system } = recordSystem()
    const root = createRoot(dir, {
      system: { ...system, write: (fd, bytes, position) => system.write(fd, bytes.subarray(0, 3), position) },
      containment: descriptorContainment,
    })
    await root.replace(at('note.md'), '0123456789')
    await root.append(at('log.ndjson'), '{"a":1}\n')
    expect(fs.readFileSync(path.join(dir, 'note.md'), 'utf8')).toBe('0123456789')
    expect(fs.readFileSync(path.join(dir, 'log.ndjson'), 'utf8')).toBe('{"a":1}\n')
  })

  it('keeps the old content when the disk fills after a short write', async () => {
    const dir = makeTree({ 'note.md': 'old', 'log.ndjson': '1\n' })
    let writes = 0
    const { system } = recordSystem(({ name }) => (name === 'write' && writes++ % 2 === 1 ? errno('ENOSPC') : undefined))
    const root = createRoot(dir, {
      system: { ...system, write: (fd, bytes, position) => system.write(fd, bytes.subarray(0, 2), position) },
      containment: descriptorContainment,
    })
    for (const work of [
      () => root.replace(at('note.md'), 'new content'),
      () => root.create(at('new/note.md'), 'new content'),
      () => root.append(at('log.ndjson'), '{"a":2}\n'),
      () => root.append(at('new/log.ndjson'), '{"a":2}\n'),
    ]) {
      const error = await work().catch((reason: unknown) => reason)
      expect(error).toMatchObject({ reason: 'disk_full', message: expect.stringContaining('disk full') })
    }
    expect(listTree(dir)).toEqual(['log.ndjson', 'note.md'])
    expect(fs.readFileSync(path.join(dir, 'note.md'), 'utf8')).toBe('old')
    expect(fs.readFileSync(path.join(dir, 'log.ndjson'), 'utf8')).toBe('1\n')
  })

  it('keeps the old content on a disk that is really full', async ({ skip }) => {
    const dir = makeTree({ 'disk/': '' })
    const disk = path.join(dir, 'disk')
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk], { stdio: 'ignore' })
    } catch {
      skip('needs the right to mount')
    }
    try {
      const root = rootOf(disk)
      await root.create(at('note.md'), 'a'.repeat(20_000))
      await root.create(at('log.ndjson'), '1\n')
      expect(await reasonOf(root.replace(at('note.md'), 'b'.repeat(50_000)))).toBe('disk_full')
      expect(await reasonOf(root.append(at('log.ndjson'), 'c'.repeat(60_000)))).toBe('disk_full')
      expect(await reasonOf(root.create(at('other.md'), 'd'.repeat(60_000)))).toBe('disk_full')
      expect(fs.readFileSync(path.join(disk, 'note.md'), 'utf8')).toBe('a'.repeat(20_000))
      expect(fs.readFileSync(path.join(disk, 'log.ndjson'), 'utf8')).toBe('1\n')
      expect(listTree(disk)).toEqual(['log.ndjson', 'note.md'])
    } finally {
      execFileSync('umount', ['-l', disk])
    }
  })
})
