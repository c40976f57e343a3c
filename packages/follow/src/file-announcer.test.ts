import { renameSync, utimesSync } from 'node:fs'
import { openRoot, parseDirectory, parsePath, watchTree } from '@shoko/core-fs'
import { temporaryTree } from '@shoko/testkit'
import { expect, it, onTestFinished } from 'vitest'
import { createFileAnnouncer } from './file-announcer.ts'

function announcing(files: Readonly<Record<string, string>>) {
  const tree = temporaryTree(files)
  const root = openRoot(tree.path)
  const told: string[] = []
  const announcer = createFileAnnouncer(
    {
      find: (path) => root.find(path),
      onOwnWrite: (listener) => root.onOwnWrite(listener),
      watch: (options) => watchTree(root, options),
    },
    (uri) => told.push(uri),
  )
  onTestFinished(async () => {
    await announcer.close()
    root.close()
  })
  return { ...tree, root, told, watch: (uri: string, path: string) => announcer.watch(uri, parseDirectory(path)) }
}

it('tells of a file that somebody else writes, and of no other', async () => {
  const tree = announcing({ 'a.md': 'a', 'b.md': 'b' })
  await tree.watch('x://a', 'a.md')
  tree.write('b.md', 'other')
  tree.write('a.md', 'changed')
  await expect.poll(() => tree.told).toContain('x://a')
  expect(new Set(tree.told)).toEqual(new Set(['x://a']))
})

it('tells once of what this process writes itself', async () => {
  const tree = announcing({ 'a.md': 'a' })
  await tree.watch('x://a', 'a.md')
  await tree.root.replace(parsePath('a.md'), 'own')
  await expect.poll(() => tree.told).toEqual(['x://a'])
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(tree.told).toEqual(['x://a'])
})

it('tells of a file that comes later, and of one that goes with its folder', async () => {
  const tree = announcing({ 'sub/a.md': 'a' })
  await tree.watch('x://late', 'late.md')
  await tree.watch('x://gone', 'sub/a.md')
  tree.write('late.md', 'here')
  renameSync(tree.at('sub'), tree.at('other'))
  await expect.poll(() => tree.told.toSorted()).toEqual(['x://gone', 'x://late'])
})

it('tells of everything below a folder but what is hidden, gathered while much happens', async () => {
  const tree = announcing({ 'a.md': 'a', '.system/x.md': 'x' })
  await tree.watch('x://', '')
  tree.write('.system/x.md', 'y')
  await new Promise((resolve) => setTimeout(resolve, 60))
  expect(tree.told).toEqual([])
  for (let count = 0; count < 20; count++) {
    tree.write(`deep/${count}.md`, 'new')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  await expect.poll(() => tree.told.length).toBeGreaterThan(0)
  utimesSync(tree.at('a.md'), new Date(), new Date())
  await expect.poll(() => tree.told.length).toBeGreaterThan(1)
  expect(tree.told.length).toBeLessThan(6)
})
