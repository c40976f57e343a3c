import { mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { temporaryTree } from '@shoko/testkit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { recordedRoot } from '../../test/recorded-system.ts'
import { parseDirectory } from '../relative-path.ts'
import { openRoot, type Root } from '../rooted-fs.ts'

const paths = (root: Root) => root.sync.walk().map(({ path }) => path)
/** Longer than two changes can share a time stamp. */
const settle = () => sleep(60)

describe('walking a tree again', () => {
  it('reads no directory that has not changed', async () => {
    const tree = temporaryTree({ 'a/1.md': '', 'a/b/2.md': '', 'c.md': '' })
    await settle()
    const { root, names } = recordedRoot(tree.path)
    expect(paths(root)).toEqual(['a/1.md', 'a/b/2.md', 'c.md'])
    expect(names().filter((name) => name === 'readdir')).toHaveLength(3)
    writeFileSync(tree.at('a/b/3.md'), '')
    expect(paths(root)).toEqual(['a/1.md', 'a/b/2.md', 'a/b/3.md', 'c.md'])
    expect(names().filter((name) => name === 'readdir')).toHaveLength(4)
  })

  it('reads a directory again that changed just before it was read', () => {
    const tree = temporaryTree({ 'a/1.md': '' })
    const { root, names } = recordedRoot(tree.path)
    expect(paths(root)).toEqual(['a/1.md'])
    expect(paths(root)).toEqual(['a/1.md'])
    expect(names().filter((name) => name === 'readdir')).toHaveLength(4)
  })

  it('sees a change even when the directory is given its old time back', async () => {
    const tree = temporaryTree({ 'a/1.md': '' })
    const old = new Date('2020-01-01')
    utimesSync(tree.at('a'), old, old)
    await settle()
    const root = openRoot(tree.path)
    expect(paths(root)).toEqual(['a/1.md'])
    writeFileSync(tree.at('a/2.md'), '')
    utimesSync(tree.at('a'), old, old)
    expect(paths(root)).toEqual(['a/1.md', 'a/2.md'])
  })

  it('shows nothing of a folder that was swapped for a link', async () => {
    const outside = temporaryTree({ '1.md': 'secret', 'x.md': 'secret' })
    const tree = temporaryTree({ 'a/1.md': '', 'b.md': '' })
    await settle()
    const root = openRoot(tree.path)
    expect(paths(root)).toEqual(['a/1.md', 'b.md'])
    renameSync(tree.at('a'), `${tree.path}-old`)
    symlinkSync(outside.path, tree.at('a'))
    expect(paths(root)).toEqual(['b.md'])
    rmSync(`${tree.path}-old`, { recursive: true })
  })

  it('walks a part of the tree, and passes over what it is told to', () => {
    const root = openRoot(temporaryTree({ 'a/1.md': '', 'a/b/2.md': '', 'c.md': '' }).path)
    expect(root.sync.walk({ dir: parseDirectory('a') }).map(({ path }) => path)).toEqual(['a/1.md', 'a/b/2.md'])
    expect(root.sync.walk({ skip: (path) => path.endsWith('1.md') }).map(({ path }) => path)).toEqual(['a/b/2.md', 'c.md'])
  })

  it('gives what a fresh walk gives, whatever happens in between', async () => {
    const name = fc.constantFrom('a', 'a/b', 'c', 'a/b/d', 'e.md', 'a/e.md', 'c/f.md')
    const step = fc.record({ what: fc.constantFrom('file', 'dir', 'remove', 'move'), name, to: name })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const tree = temporaryTree({ 'a/b/x.md': '', 'c/y.md': '' })
        const root = openRoot(tree.path)
        for (const { what, name: at, to } of steps) {
          try {
            if (what === 'file') writeFileSync(tree.at(at), '')
            if (what === 'dir') mkdirSync(tree.at(at))
            if (what === 'remove') rmSync(tree.at(at), { recursive: true })
            if (what === 'move') renameSync(tree.at(at), tree.at(to))
          } catch {
            // a step that this tree does not allow
          }
          expect(root.sync.walk()).toEqual(await openRoot(tree.path).walk())
        }
      }),
      { numRuns: 60 },
    )
  })
})
