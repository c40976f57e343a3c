import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { at, listTree, makeTree, reasonOf, rootOf } from '../../test/tree.ts'
import { descriptorContainment } from '../containment/containment-linux.ts'
import { createRoot } from '../rooted-fs.ts'
import { nodeSystem } from '../system-calls.ts'

describe('move', () => {
  it('gives a file another name and makes the folders for it', async () => {
    const dir = makeTree({ 'a/x.md': 'x' })
    await rootOf(dir).move(at('a/x.md'), at('b/c/y.md'))
    expect(listTree(dir)).toEqual(['a', 'b', 'b/c', 'b/c/y.md'])
    expect(fs.readFileSync(path.join(dir, 'b/c/y.md'), 'utf8')).toBe('x')
  })

  it('moves a folder with what is in it, but not into itself', async () => {
    const dir = makeTree({ 'a/x.md': 'x' })
    const root = rootOf(dir)
    await root.move(at('a'), at('b'))
    expect(listTree(dir)).toEqual(['b', 'b/x.md'])
    await expect(root.move(at('b'), at('b/c'))).rejects.toMatchObject({ reason: 'invalid_path' })
    expect(listTree(dir)).toEqual(['b', 'b/x.md'])
  })

  it('never replaces a file or a folder, not even an empty one or itself', async () => {
    const dir = makeTree({ 'x.md': 'x', 'y.md': 'y', 'empty/': '', 'full/z.md': '' })
    const root = rootOf(dir)
    for (const target of ['y.md', 'empty', 'x.md'])
      expect(await reasonOf(root.move(at('x.md'), at(target)))).toBe('already_exists')
    expect(await reasonOf(root.move(at('full'), at('empty')))).toBe('already_exists')
    expect(fs.readFileSync(path.join(dir, 'y.md'), 'utf8')).toBe('y')
  })

  it('renames where only the case differs, on a disk that finds a file under any case of its name', async () => {
    const dir = makeTree({ 'Note.md': 'x' })
    const lstat = (place: string) => nodeSystem.lstat(place) ?? nodeSystem.lstat(place.replace(/note\.md$/, 'Note.md'))
    const root = createRoot(dir, { system: { ...nodeSystem, lstat }, containment: descriptorContainment })
    await root.move(at('Note.md'), at('note.md'))
    expect(listTree(dir)).toEqual(['note.md'])
  })

  it('takes two names of one file for two files', async () => {
    const dir = makeTree({ 'Note.md': 'x' })
    fs.linkSync(path.join(dir, 'Note.md'), path.join(dir, 'note.md'))
    expect(await reasonOf(rootOf(dir).move(at('Note.md'), at('note.md')))).toBe('already_exists')
  })

  it('makes no folders for a file that is missing', async () => {
    const dir = makeTree()
    expect(await reasonOf(rootOf(dir).move(at('x.md'), at('a/y.md')))).toBe('not_found')
    expect(listTree(dir)).toEqual([])
  })
})

describe('remove', () => {
  it('removes a file and no folder', async () => {
    const dir = makeTree({ 'a/x.md': 'x' })
    const root = rootOf(dir)
    await root.remove(at('a/x.md'))
    expect(await reasonOf(root.remove(at('a/x.md')))).toBe('not_found')
    expect(await reasonOf(root.remove(at('a')))).toBe('not_found')
    expect(listTree(dir)).toEqual(['a'])
  })
})

describe('ensureDirectory', () => {
  it('makes parents, is content with what is there, and refuses a file in the way', async () => {
    const dir = makeTree({ 'x.md': '' })
    const root = rootOf(dir)
    await root.ensureDirectory(at('a/b'))
    await root.ensureDirectory(at('a/b'))
    expect(listTree(dir)).toEqual(['a', 'a/b', 'x.md'])
    expect(await reasonOf(root.ensureDirectory(at('x.md')))).toBe('not_found')
  })
})
