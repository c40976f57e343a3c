import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { at, makeTree, rootOf } from '../../test/tree.ts'
import { TreeWatch, type WatchBatch, type WatchOptions } from './watch.ts'
import { watchWithChokidar } from './watch-chokidar.ts'
import { type OpenWatch, watchDirectories } from './watch-directories.ts'
import type { StartWatcher, WatchTask } from './watch-task.ts'

/** Watches a folder, and gathers what is told. */
async function watching(start: StartWatcher, dir: string, options: Partial<WatchOptions> = {}) {
  const batches: WatchBatch[] = []
  const states: boolean[] = []
  const told: WatchOptions = {
    debounceMs: 10,
    onChange: (batch) => batches.push(batch),
    onState: (trusted) => states.push(trusted),
    ...options,
  }
  const watch = new TreeWatch(rootOf(dir), told, start)
  onTestFinished(() => watch.close())
  await watch.ready
  const paths = () => new Set(batches.flatMap((batch) => batch.paths))
  const asksForScan = () => batches.some((batch) => batch.overflow)
  return { watch, batches, states, paths, asksForScan }
}

const isLinux = process.platform === 'linux'
const backEnds: [string, StartWatcher][] = [['chokidar', watchWithChokidar]]
if (isLinux) backEnds.push(['fs.watch', watchDirectories])

describe.each(backEnds)('a tree watched with %s', (_, start) => {
  it('tells files that are created, changed, moved and removed', async () => {
    const dir = makeTree({ 'a/old.md': '', 'a/gone.md': '', 'b/': '' })
    const { watch, paths, states } = await watching(start, dir)
    expect([watch.trusted, states]).toEqual([true, [true]])
    fs.writeFileSync(path.join(dir, 'a/new.md'), '')
    fs.appendFileSync(path.join(dir, 'a/old.md'), 'x')
    fs.rmSync(path.join(dir, 'a/gone.md'))
    fs.renameSync(path.join(dir, 'a/new.md'), path.join(dir, 'b/moved.md'))
    await vi.waitFor(() => expect([...paths()].sort()).toEqual(['a/gone.md', 'a/new.md', 'a/old.md', 'b/moved.md']))
  })

  it('tells files that were put into a new folder before it was watched', async () => {
    const dir = makeTree()
    const { paths } = await watching(start, dir)
    fs.mkdirSync(path.join(dir, 'new/deep'), { recursive: true })
    fs.writeFileSync(path.join(dir, 'new/deep/a.md'), '')
    await vi.waitFor(() => expect(paths()).toContain('new/deep/a.md'))
    fs.writeFileSync(path.join(dir, 'new/deep/b.md'), '')
    await vi.waitFor(() => expect(paths()).toContain('new/deep/b.md'))
  })

  it('asks for a scan when a folder goes, since its files are not named', async () => {
    const dir = makeTree({ 'a/x.md': '' })
    const { asksForScan } = await watching(start, dir)
    fs.renameSync(path.join(dir, 'a'), path.join(dir, 'b'))
    await vi.waitFor(() => expect(asksForScan()).toBe(true))
  })

  it('keeps silent about its own temporary files, SQLite, .git and what the caller skips', async () => {
    const dir = makeTree({ '.git/': '', 'skipped/': '', 'note.md': 'old' })
    const { paths } = await watching(start, dir, { skip: (path) => path.startsWith('skipped') })
    const root = rootOf(dir)
    fs.writeFileSync(path.join(dir, 'x.db-wal'), '')
    fs.writeFileSync(path.join(dir, '.git/index'), '')
    fs.writeFileSync(path.join(dir, 'skipped/a.md'), '')
    await root.replace(at('note.md'), 'new')
    await vi.waitFor(() => expect(paths()).toContain('note.md'))
    expect([...paths()]).toEqual(['note.md'])
  })

  it('watches only the folders it was given', async () => {
    const dir = makeTree({ 'a/': '', 'b/': '' })
    const { paths } = await watching(start, dir, { dirs: [at('a')] })
    fs.writeFileSync(path.join(dir, 'b/x.md'), '')
    fs.writeFileSync(path.join(dir, 'a/x.md'), '')
    await vi.waitFor(() => expect(paths()).toContain('a/x.md'))
    expect(paths()).not.toContain('b/x.md')
  })

  it('watches a root that is a link', async () => {
    const dir = makeTree({ 'real/': '' })
    fs.symlinkSync('real', path.join(dir, 'root'))
    const { paths } = await watching(start, path.join(dir, 'root'))
    fs.writeFileSync(path.join(dir, 'real/x.md'), '')
    await vi.waitFor(() => expect(paths()).toContain('x.md'))
  })

  it.runIf(isLinux)('takes one watch per folder, none per file', async () => {
    const files = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`d${i % 3}/${i}.md`, '']))
    const before = countWatches()
    const { watch } = await watching(start, makeTree(files))
    expect(countWatches() - before).toBe(4)
    await watch.close()
    await vi.waitFor(() => expect(countWatches()).toBe(before))
  })

  it('tells nothing after it was closed', async () => {
    const dir = makeTree()
    const { watch, batches } = await watching(start, dir)
    fs.writeFileSync(path.join(dir, 'x.md'), '')
    await watch.close()
    await new Promise((resolve) => setTimeout(resolve, 40))
    expect([batches, watch.trusted]).toEqual([[], false])
  })

  it('can be closed before it is ready', async () => {
    const states: boolean[] = []
    const told = { onChange: () => {}, onState: (trusted: boolean) => states.push(trusted) }
    const watch = new TreeWatch(rootOf(makeTree({ 'a/': '' })), told, start)
    await watch.close()
    await watch.ready
    expect([watch.trusted, states]).toEqual([false, []])
  })
})

describe.runIf(isLinux)('directories that come and go', () => {
  it('follows a folder that was moved', async () => {
    const dir = makeTree({ 'a/deep/x.md': '', 'b/': '' })
    const { paths } = await watching(watchDirectories, dir)
    fs.renameSync(path.join(dir, 'a'), path.join(dir, 'b/c'))
    await vi.waitFor(() => expect(paths()).toContain('b/c/deep/x.md'))
    fs.appendFileSync(path.join(dir, 'b/c/deep/x.md'), 'more')
    fs.writeFileSync(path.join(dir, 'b/c/deep/y.md'), '')
    await vi.waitFor(() => expect(paths()).toContain('b/c/deep/y.md'))
    expect([...paths()].filter((name) => name.startsWith('a/'))).toEqual([])
  })

  it('watches a folder again that was removed and made anew at once', async () => {
    const dir = makeTree({ 'a/deep/x.md': '' })
    const { paths, asksForScan } = await watching(watchDirectories, dir)
    for (const name of ['one.md', 'two.md', 'three.md']) {
      fs.rmSync(path.join(dir, 'a'), { recursive: true })
      fs.mkdirSync(path.join(dir, 'a/deep'), { recursive: true })
      await vi.waitFor(() => expect(asksForScan()).toBe(true))
      fs.writeFileSync(path.join(dir, 'a/deep', name), '')
      await vi.waitFor(() => expect(paths()).toContain(`a/deep/${name}`))
    }
  })

  it('takes no watch for a link, wherever it leads', async () => {
    const dir = makeTree({ 'root/a/': '', 'other/': '' })
    fs.symlinkSync('../other', path.join(dir, 'root/link'))
    const { paths } = await watching(watchDirectories, path.join(dir, 'root'))
    fs.symlinkSync('../other', path.join(dir, 'root/later'))
    fs.writeFileSync(path.join(dir, 'other/secret.md'), '')
    fs.writeFileSync(path.join(dir, 'root/a/x.md'), '')
    await vi.waitFor(() => expect(paths()).toContain('a/x.md'))
    expect([...paths()].sort()).toEqual(['a/x.md', 'later'])
  })

  it('is not trusted while the root is missing, and finds it when it comes', { timeout: 10_000 }, async () => {
    const dir = makeTree()
    const { watch, paths, states, asksForScan } = await watching(watchDirectories, path.join(dir, 'root'))
    expect([watch.trusted, states]).toEqual([false, []])
    fs.mkdirSync(path.join(dir, 'root/a'), { recursive: true })
    await vi.waitFor(() => expect([watch.trusted, asksForScan()]).toEqual([true, true]), 5_000)
    fs.writeFileSync(path.join(dir, 'root/a/x.md'), '')
    await vi.waitFor(() => expect(paths()).toContain('a/x.md'))
    fs.renameSync(path.join(dir, 'root'), path.join(dir, 'elsewhere'))
    await vi.waitFor(() => expect(watch.trusted).toBe(false))
    fs.renameSync(path.join(dir, 'elsewhere'), path.join(dir, 'root'))
    await vi.waitFor(() => expect(states).toEqual([true, false, true]), 5_000)
  })

  it('asks for a scan when the kernel has dropped events, and misses nothing afterwards', async () => {
    const dir = makeTree({ 'a/x.md': '', 'a/y.md': '', 'gone/': '' })
    const { watch, asksForScan, paths } = await watching(watchDirectories, dir)
    // More than the kernel keeps, with no turn of the event loop in between; equal neighbours would be counted once.
    for (let i = 0; i < 20_000; i++) fs.utimesSync(path.join(dir, i % 2 === 0 ? 'a/x.md' : 'a/y.md'), i, i)
    fs.mkdirSync(path.join(dir, 'dropped'))
    fs.rmdirSync(path.join(dir, 'gone'))
    fs.mkdirSync(path.join(dir, 'gone'))
    await vi.waitFor(() => expect(asksForScan()).toBe(true))
    await vi.waitFor(() => expect(watch.trusted).toBe(true))
    fs.writeFileSync(path.join(dir, 'dropped/x.md'), '')
    fs.writeFileSync(path.join(dir, 'gone/x.md'), '')
    await vi.waitFor(() => expect([...paths()]).toEqual(expect.arrayContaining(['dropped/x.md', 'gone/x.md'])))
  })

  it.each(['EMFILE', 'ENOSPC'])('gets ready untrusted when the system has no more watches: %s', async (code) => {
    let left = 2
    const open: OpenWatch = (place, options) => {
      if (left-- > 0) return fs.watch(place, options)
      throw Object.assign(new Error(code), { code })
    }
    const start: StartWatcher = (task) => watchDirectories(task, open)
    const { watch, asksForScan, paths } = await watching(start, makeTree({ 'a/': '', 'b/': '', 'c/': '' }))
    expect([watch.trusted, left]).toEqual([false, -1])
    await vi.waitFor(() => expect(asksForScan()).toBe(true))
    expect([...paths()]).toEqual([])
  })

  it('does not keep the process alive', async () => {
    const index = fileURLToPath(new URL('../index.ts', import.meta.url))
    const script = `import { openRoot, watchTree } from ${JSON.stringify(index)}
      await watchTree(openRoot(${JSON.stringify(makeTree({ 'a/x.md': '' }))}), { onChange() {} }).ready`
    const child = spawn(process.execPath, ['--conditions=shoko-source', '--input-type=module', '-e', script], {
      stdio: 'inherit',
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    expect(await once(child, 'exit')).toEqual([0, null])
  })
})

describe('a watcher in trouble', () => {
  /** A back end in the hands of the test. */
  async function inHand() {
    let task: WatchTask | undefined
    const start: StartWatcher = async (given) => {
      task = given
      return { close: async () => {} }
    }
    return { ...(await watching(start, makeTree())), task: task! }
  }

  it('is not trusted while it is incomplete, and asks for a scan', async () => {
    const { task, watch, states, batches } = await inHand()
    task.complete(false)
    task.lost()
    expect([watch.trusted, states]).toEqual([false, [true, false]])
    await vi.waitFor(() => expect(batches).toEqual([{ paths: [], overflow: true }]))
    task.complete(true)
    expect([watch.trusted, states]).toEqual([true, [true, false, true]])
  })

  it('asks for a scan instead of telling thousands of names', async () => {
    const { task, batches } = await inHand()
    for (let i = 0; i < 5000; i++) task.changed(at(`${i}.md`))
    await vi.waitFor(() => expect(batches[0]).toMatchObject({ overflow: true }))
    expect(batches[0]!.paths).toHaveLength(4096)
  })
})

function countWatches(): number {
  return fs
    .readdirSync('/proc/self/fdinfo')
    .flatMap((fd) => {
      try {
        return fs.readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8').split('\n')
      } catch {
        return [] // the descriptor of this very listing
      }
    })
    .filter((line) => line.startsWith('inotify wd')).length
}
