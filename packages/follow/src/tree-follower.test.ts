import { renameSync, rmSync, utimesSync } from 'node:fs'
import { plainCall, silentLogger, systemClock } from '@shoko/contract'
import { type FileStamp, openRoot, parsePath, stampOf, watchTree } from '@shoko/core-fs'
import { temporaryTree } from '@shoko/testkit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { TreeFollower } from './tree-follower.ts'

/** A follower that knows the texts of a folder's .md files. */
function followed(files: Readonly<Record<string, string>>, hears: 'watcher' | 'nothing' = 'watcher') {
  const tree = temporaryTree(files)
  const root = openRoot(tree.path)
  const known = new Map<string, { readonly text: string; readonly stamp: FileStamp }>()
  const read: string[] = []
  let now = systemClock.now()
  const deaf = { trusted: false, ready: Promise.resolve(), close: async () => {} }
  const follower = new TreeFollower(
    {
      files: {
        walk: (options) => root.walk(options),
        find: (path) => root.find(path),
        onOwnWrite: (listener) => root.onOwnWrite(listener),
        watch: (options) => (hears === 'watcher' ? watchTree(root, options) : deaf),
      },
      name: 'texts',
      isFollowed: (path) => path.endsWith('.md'),
      stampOf: (path) => known.get(path)?.stamp,
      knownPaths: () => known.keys(),
      read: (path) => {
        read.push(path)
        return root.readText(path).catch(() => undefined)
      },
      put(path, file, lookedAt) {
        if (file === undefined) known.delete(path)
        else known.set(path, { text: file.text, stamp: stampOf(file.info, lookedAt) })
      },
    },
    { clock: { now: () => now }, logger: silentLogger },
  )
  onTestFinished(async () => {
    await follower.close()
    root.close()
  })
  const refresh = () => follower.refresh(plainCall, 10_000)
  return {
    ...tree,
    root,
    read,
    follower,
    refresh,
    texts: () => Object.fromEntries([...known].map(([path, { text }]) => [path, text]).sort()),
    later: (ms: number) => {
      now += ms
    },
    /** Until a change that somebody else has made is known. */
    async until(condition: () => boolean) {
      while (!condition()) {
        await refresh()
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    },
  }
}

/** Files that nobody has written for a while. */
function settle(paths: readonly string[]): void {
  for (const path of paths) utimesSync(path, new Date(Date.now() - 60_000), new Date(Date.now() - 60_000))
}

describe('a tree follower', () => {
  it('reads nothing before it is asked, and then all that it follows', async () => {
    const tree = followed({ 'a.md': 'a', 'sub/b.md': 'b', 'c.txt': 'c', '.hidden/d.md': 'd', '.e.md': 'e' })
    expect(tree.texts()).toEqual({})
    expect(await tree.refresh()).toBe(true)
    expect(tree.texts()).toEqual({ 'a.md': 'a', 'sub/b.md': 'b' })
  })

  it('knows what this process has written in the next call', async () => {
    const tree = followed({ 'a.md': 'a' })
    await tree.refresh()
    await tree.root.create(parsePath('b.md'), 'own')
    await tree.refresh()
    expect(tree.texts()).toEqual({ 'a.md': 'a', 'b.md': 'own' })
  })

  it('hears what others write, rename and remove, folders too', async () => {
    const tree = followed({ 'old/a.md': 'a', 'old/b.md': 'b', 'c.md': 'c' })
    await tree.refresh()
    renameSync(tree.at('old'), tree.at('new'))
    rmSync(tree.at('c.md'))
    tree.write('d.md', 'd')
    await tree.until(() => Object.keys(tree.texts()).join() === 'd.md,new/a.md,new/b.md')
  })

  it('looks at everything again after a second where nothing is heard', async () => {
    const tree = followed({ 'a.md': 'a' }, 'nothing')
    await tree.refresh()
    tree.write('b.md', 'b')
    await tree.refresh()
    expect(Object.keys(tree.texts())).toEqual(['a.md'])
    tree.later(1001)
    await tree.refresh()
    expect(Object.keys(tree.texts())).toEqual(['a.md', 'b.md'])
  })

  it('opens no file again that is as it was, and one again that was written a moment before it was read', async () => {
    const tree = followed({ 'old.md': 'old', 'young.md': 'young' }, 'nothing')
    settle(['old.md', 'young.md'].map(tree.at))
    await new Promise((resolve) => setTimeout(resolve, 80))
    tree.write('young.md', 'young')
    await tree.refresh()
    tree.read.length = 0
    tree.later(1001)
    await tree.refresh()
    expect(tree.read).toEqual(['young.md'])
  })

  it('waits no longer than it is told to, and goes on with the work', async () => {
    const tree = followed(Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`${n}.md`, 'x'.repeat(1000)])))
    expect(await tree.follower.refresh(plainCall, 0)).toBe(false)
    expect(await tree.refresh()).toBe(true)
    expect(Object.keys(tree.texts())).toHaveLength(200)
  })

  it('tells its progress to who waits', async () => {
    const tree = followed(Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`${n}.md`, 'x'])))
    const told: string[] = []
    await tree.follower.refresh(
      { ...plainCall, report: ({ progress, total, message }) => told.push(`${message} ${progress}/${total}`) },
      10_000,
    )
    expect(told).toEqual(['indexing texts 16/20', 'indexing texts 20/20'])
  })

  it('fails the call that waits for a reader that fails, and tries again with the next', async () => {
    const tree = followed({ 'a.md': 'a' })
    const find = tree.root.walk
    let broken = true
    Object.assign(tree.root, {
      walk: (options: never) => (broken ? Promise.reject(new Error('disk')) : find.call(tree.root, options)),
    })
    await expect(tree.refresh()).rejects.toThrow('disk')
    broken = false
    expect(await tree.refresh()).toBe(true)
    expect(tree.texts()).toEqual({ 'a.md': 'a' })
  })
})
