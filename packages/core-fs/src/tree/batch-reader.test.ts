import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { temporaryTree } from '@shoko/testkit'
import { describe, expect, it } from 'vitest'
import { parsePath } from '../relative-path.ts'
import { openRoot } from '../rooted-fs.ts'
import { lendingRoom } from './batch-reader.ts'

describe('reading many files in a thread', () => {
  it('gives the bytes with what the file system says of them', () => {
    const root = openRoot(temporaryTree({ 'a/b.md': 'hello' }).path)
    const file = root.sync.readFile(parsePath('a/b.md'))
    expect([file?.bytes?.toString(), file?.info.size, file?.info.kind]).toEqual(['hello', 5, 'file'])
    expect(root.sync.peek(parsePath('a/b.md'))).toEqual(file?.info)
    root.close()
  })

  it('does not read what is larger than asked for', () => {
    const root = openRoot(temporaryTree({ 'big.md': 'x'.repeat(100) }).path)
    expect(root.sync.readFile(parsePath('big.md'), { maxBytes: 99 })).toMatchObject({ bytes: undefined, info: { size: 100 } })
    expect(root.sync.readFile(parsePath('big.md'), { maxBytes: 100 })?.bytes).toHaveLength(100)
    root.close()
  })

  it('reads into lent memory what fits there', () => {
    const root = openRoot(temporaryTree({ 'a.md': 'first', 'b.md': '2nd', 'big.md': 'x'.repeat(100) }).path)
    const scratch = Buffer.alloc(10)
    const room = lendingRoom(scratch)
    const first = root.sync.readFile(parsePath('a.md'), { room })
    expect([first?.bytes?.toString(), first?.bytes?.buffer]).toEqual(['first', scratch.buffer])
    expect(root.sync.readFile(parsePath('b.md'), { room })?.bytes?.toString()).toBe('2nd')
    expect(root.sync.readFile(parsePath('big.md'), { room })?.bytes).toHaveLength(100)
    expect(root.sync.readFile(parsePath('big.md'), { room })?.bytes?.buffer).not.toBe(scratch.buffer)
    root.close()
  })

  it('gives nothing for links, folders and what is gone', () => {
    const tree = temporaryTree({ 'a/b.md': 'x', 'c.md': 'y' })
    symlinkSync('c.md', tree.at('link.md'))
    const root = openRoot(tree.path)
    for (const path of ['link.md', 'a', 'gone.md', 'a/gone.md', 'c.md/x']) {
      expect([path, root.sync.readFile(parsePath(path)), root.sync.peek(parsePath(path))]).toEqual([path, undefined, undefined])
    }
    root.close()
  })

  it('shows another file, and refuses to read it, once a folder is swapped for a link outside', () => {
    const outside = temporaryTree({ 'b.md': 'secret' })
    const tree = temporaryTree({ 'a/b.md': 'hello' })
    const root = openRoot(tree.path)
    const before = root.sync.peek(parsePath('a/b.md'))
    renameSync(tree.at('a'), tree.at('old'))
    symlinkSync(outside.path, tree.at('a'))
    expect(root.sync.peek(parsePath('a/b.md'))?.ino).not.toBe(before?.ino)
    expect(root.sync.readFile(parsePath('a/b.md'))).toBeUndefined()
    root.close()
  })

  it('sees a folder that was replaced, after a rest', async () => {
    const tree = temporaryTree({ 'a/b.md': 'old' })
    const root = openRoot(tree.path)
    root.sync.read(parsePath('a/b.md'))
    renameSync(tree.at('a'), tree.at('gone'))
    mkdirSync(tree.at('a'))
    writeFileSync(tree.at('a/b.md'), 'new')
    await new Promise((resolve) => setImmediate(resolve))
    expect(root.sync.read(parsePath('a/b.md'))?.toString()).toBe('new')
    root.close()
  })
})
