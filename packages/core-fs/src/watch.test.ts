import { spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { at, makeTree, rootOf } from '../test/tree.ts'
import { TreeWatch, type WatchBatch, type Watcher, type WatchOptions, watchTree } from './watch.ts'

/** Watches a folder, and gathers what is told. */
async function watching(dir: string, options: Partial<WatchOptions> = {}) {
  const batches: WatchBatch[] = []
  const states: boolean[] = []
  const watch = watchTree(rootOf(dir), {
    debounceMs: 10,
    onChange: (batch) => batches.push(batch),
    onState: (trusted) => states.push(trusted),
    ...options,
  })
  onTestFinished(() => watch.close())
  await watch.ready
  const paths = () => new Set(batches.flatMap((batch) => batch.paths))
  return { watch, batches, states, paths }
}

/** A watcher in the hands of the test. */
function fakeWatcher(options: Partial<WatchOptions> = {}) {
  const emitter = new EventEmitter()
  const watcher = Object.assign(emitter, { close: async () => {} }) as unknown as Watcher
  const batches: WatchBatch[] = []
  const dir = makeTree()
  const watch = new TreeWatch(
    rootOf(dir),
    { debounceMs: 1, onChange: (batch) => batches.push(batch), ...options },
    async () => watcher,
  )
  onTestFinished(() => watch.close())
  return { emitter, watch, batches, dir }
}

describe('watchTree', () => {
  it('tells files that are created, changed, moved and removed', async () => {
    const dir = makeTree({ 'a/old.md': '', 'a/gone.md': '', 'b/': '' })
    const { watch, paths, states } = await watching(dir)
    expect([watch.trusted, states]).toEqual([true, [true]])
    fs.writeFileSync(path.join(dir, 'a/new.md'), '')
    fs.appendFileSync(path.join(dir, 'a/old.md'), 'x')
    fs.rmSync(path.join(dir, 'a/gone.md'))
    fs.renameSync(path.join(dir, 'a/new.md'), path.join(dir, 'b/moved.md'))
    await vi.waitFor(() => expect([...paths()].sort()).toEqual(['a/gone.md', 'a/new.md', 'a/old.md', 'b/moved.md']))
  })

  it('tells files that were put into a new folder before it was watched', async () => {
    const dir = makeTree()
    const { paths } = await watching(dir)
    fs.mkdirSync(path.join(dir, 'new/deep'), { recursive: true })
    fs.writeFileSync(path.join(dir, 'new/deep/a.md'), '')
    await vi.waitFor(() => expect(paths()).toContain('new/deep/a.md'))
    fs.writeFileSync(path.join(dir, 'new/deep/b.md'), '')
    await vi.waitFor(() => expect(paths()).toContain('new/deep/b.md'))
  })

  it('asks for a scan when a folder goes, since its files are not named', async () => {
    const dir = makeTree({ 'a/x.md': '' })
    const { batches } = await watching(dir)
    fs.renameSync(path.join(dir, 'a'), path.join(dir, 'b'))
    await vi.waitFor(() => expect(batches.some((batch) => batch.overflow)).toBe(true))
  })

  it('keeps silent about its own temporary files, SQLite, .git and what the caller skips', async () => {
    const dir = makeTree({ '.git/': '', 'skipped/': '', 'note.md': 'old' })
    const { paths } = await watching(dir, { skip: (path) => path.startsWith('skipped') })
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
    const { paths } = await watching(dir, { dirs: [at('a')] })
    fs.writeFileSync(path.join(dir, 'b/x.md'), '')
    fs.writeFileSync(path.join(dir, 'a/x.md'), '')
    await vi.waitFor(() => expect(paths()).toContain('a/x.md'))
    expect(paths()).not.toContain('b/x.md')
  })

  it('watches a root that is a link', async () => {
    const dir = makeTree({ 'real/': '' })
    fs.symlinkSync('real', path.join(dir, 'root'))
    const { paths } = await watching(path.join(dir, 'root'))
    fs.writeFileSync(path.join(dir, 'real/x.md'), '')
    await vi.waitFor(() => expect(paths()).toContain('x.md'))
  })

  it.runIf(process.platform === 'linux')('takes one watch a folder, none a file', async () => {
    const files = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`d${i % 3}/${i}.md`, '']))
    const before = countWatches()
    await watching(makeTree(files))
    expect(countWatches() - before).toBe(4)
  })

  it('tells nothing after it was closed', async () => {
    const dir = makeTree()
    const { watch, batches } = await watching(dir)
    fs.writeFileSync(path.join(dir, 'x.md'), '')
    await watch.close()
    await new Promise((resolve) => setTimeout(resolve, 40))
    expect([batches, watch.trusted]).toEqual([[], false])
  })

  it('does not keep the process alive', async () => {
    const index = fileURLToPath(new URL('./index.ts', import.meta.url))
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
  it.each(['EMFILE', 'ENOSPC'])('is not trusted any more after %s, and asks for a scan', async (code) => {
    const states: boolean[] = []
    const { emitter, watch, batches } = fakeWatcher({ onState: (trusted) => states.push(trusted) })
    await vi.waitFor(() => expect(emitter.listenerCount('ready')).toBe(1))
    emitter.emit('ready')
    await watch.ready
    emitter.emit('error', Object.assign(new Error(code), { code }))
    expect([watch.trusted, states]).toEqual([false, [true, false]])
    await vi.waitFor(() => expect(batches).toEqual([{ paths: [], overflow: true }]))
  })

  it('gets ready untrusted when it fails from the start', async () => {
    const { emitter, watch } = fakeWatcher()
    await vi.waitFor(() => expect(emitter.listenerCount('error')).toBe(1))
    emitter.emit('error', Object.assign(new Error('EMFILE'), { code: 'EMFILE' }))
    await watch.ready
    expect(watch.trusted).toBe(false)
  })

  it('asks for a scan after an event without a name and after a flood', async () => {
    const { emitter, watch, batches, dir } = fakeWatcher()
    await vi.waitFor(() => expect(emitter.listenerCount('raw')).toBe(1))
    emitter.emit('raw', 'change', null, { watchedPath: dir })
    await vi.waitFor(() => expect(batches).toEqual([{ paths: [], overflow: true }]))
    for (let i = 0; i < 5000; i++) emitter.emit('raw', 'change', `${i}.md`, { watchedPath: dir })
    await vi.waitFor(() => expect(batches[1]).toMatchObject({ overflow: true }))
    expect(watch.trusted).toBe(false)
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
