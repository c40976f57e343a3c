import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { errno, failing, type Happenings, once, recordedRoot, recordSystem } from '../../test/recorded-system.ts'
import { at, listTree, makeTree, reasonOf, rootOf, temporaries } from '../../test/tree.ts'
import { descriptorContainment } from '../containment/containment-linux.ts'
import { sha256 } from '../hash.ts'
import { isTemporaryName } from '../relative-path.ts'
import { createRoot, openRoot } from '../rooted-fs.ts'

/** Another process, which takes a temporary file away just before it gets its name, so many times. */
function sweeper(times: number) {
  const sweep = {
    left: times,
    take([temporary]: readonly unknown[]) {
      if (sweep.left > 0) fs.rmSync(String(temporary))
      sweep.left = Math.max(0, sweep.left - 1)
    },
  }
  return sweep
}

describe('replace', () => {
  it('puts the new content in place and tells its size and hash', async () => {
    const dir = makeTree({ 'a/note.md': 'old' })
    const written = await rootOf(dir).replace(at('a/note.md'), 'neü')
    expect(written).toEqual({ bytes: 4, hash: sha256('neü'), durable: true })
    expect(fs.readFileSync(path.join(dir, 'a/note.md'), 'utf8')).toBe('neü')
    expect(listTree(dir)).toEqual(['a', 'a/note.md'])
  })

  it('does not make a file that is missing', async () => {
    const dir = makeTree()
    expect(await reasonOf(rootOf(dir).replace(at('note.md'), 'x'))).toBe('not_found')
    expect(listTree(dir)).toEqual([])
  })

  it('keeps the mode, special bits too', async () => {
    const dir = makeTree({ 'run.sh': 'old' })
    fs.chmodSync(path.join(dir, 'run.sh'), 0o2751)
    await rootOf(dir).replace(at('run.sh'), 'new')
    expect(fs.statSync(path.join(dir, 'run.sh')).mode & 0o7777).toBe(0o2751)
  })

  it.runIf(process.getuid?.() === 0)('keeps the owner where it may', async () => {
    const dir = makeTree({ 'note.md': 'old' })
    fs.chownSync(path.join(dir, 'note.md'), 1234, 1234)
    await rootOf(dir).replace(at('note.md'), 'new')
    expect(fs.statSync(path.join(dir, 'note.md')).uid).toBe(1234)
  })

  it('does not let others read the temporary file of a private one', async () => {
    const dir = makeTree({ 'secret.md': 'old' })
    fs.chmodSync(path.join(dir, 'secret.md'), 0o600)
    let mode: number | undefined
    const { root } = recordedRoot(dir, {
      write(args) {
        mode = fs.fstatSync(Number(args[0])).mode & 0o777
      },
    })
    await root.replace(at('secret.md'), 'new')
    expect(mode).toBe(0o600)
  })

  it('writes nothing when the content is the same, and leaves the time of change', async () => {
    const dir = makeTree({ 'note.md': 'same' })
    const old = new Date('2020-01-01')
    fs.utimesSync(path.join(dir, 'note.md'), old, old)
    const { root, names } = recordedRoot(dir)
    expect(await root.replace(at('note.md'), 'same')).toEqual({ bytes: 4, hash: sha256('same'), durable: true })
    expect(fs.statSync(path.join(dir, 'note.md')).mtimeMs).toBe(old.getTime())
    expect(names()).not.toContain('write')
  })

  it('refuses when the file is not the one expected, and tells the hash it has', async () => {
    const dir = makeTree({ 'note.md': 'theirs' })
    const root = rootOf(dir)
    await expect(root.replace(at('note.md'), 'mine', { hash: sha256('seen') })).rejects.toMatchObject({
      reason: 'changed',
      details: { hash: sha256('theirs') },
    })
    expect(fs.readFileSync(path.join(dir, 'note.md'), 'utf8')).toBe('theirs')
    await root.replace(at('note.md'), 'mine', { hash: sha256('theirs') })
    expect(fs.readFileSync(path.join(dir, 'note.md'), 'utf8')).toBe('mine')
  })

  it('refuses when somebody saves between the look and the rename, even with equal length and times', async () => {
    const dir = makeTree({ 'note.md': 'aaaa' })
    const place = path.join(dir, 'note.md')
    const { atime, mtime } = fs.statSync(place)
    const { root } = recordedRoot(dir, {
      write() {
        fs.writeFileSync(place, 'bbbb')
        fs.utimesSync(place, atime, mtime)
      },
    })
    await expect(root.replace(at('note.md'), 'mine')).rejects.toMatchObject({
      reason: 'changed',
      details: { hash: sha256('bbbb') },
    })
    expect(fs.readFileSync(place, 'utf8')).toBe('bbbb')
    expect(temporaries(dir)).toEqual([])
  })

  it('refuses when an editor puts its own file in place at the very last look', async () => {
    const dir = makeTree({ 'note.md': 'aaaa' })
    let saved = false
    const { root, names } = recordedRoot(dir, ({ name }) => {
      if (name === 'lstat' && names().includes('write') && !saved) {
        saved = true
        fs.writeFileSync(path.join(dir, 'new'), 'bbbb')
        fs.renameSync(path.join(dir, 'new'), path.join(dir, 'note.md'))
      }
      return undefined
    })
    expect(await reasonOf(root.replace(at('note.md'), 'mine'))).toBe('changed')
    expect([saved, fs.readFileSync(path.join(dir, 'note.md'), 'utf8'), temporaries(dir)]).toEqual([true, 'bbbb', []])
  })

  it('starts again when the file is only touched meanwhile, and keeps the new mode', async () => {
    const dir = makeTree({ 'note.md': 'aaaa' })
    const { root } = recordedRoot(dir, {
      write: once(() => {
        fs.chmodSync(path.join(dir, 'note.md'), 0o640)
      }),
    })
    await root.replace(at('note.md'), 'mine')
    expect(fs.readFileSync(path.join(dir, 'note.md'), 'utf8')).toBe('mine')
    expect(fs.statSync(path.join(dir, 'note.md')).mode & 0o777).toBe(0o640)
    expect(temporaries(dir)).toEqual([])
  })

  it('keeps the save of an editor that comes in the moment of the rename, and tells where', async () => {
    const dir = makeTree({ 'a/my.note.md': 'aaaa' })
    const { root } = recordedRoot(dir, { rename: () => fs.writeFileSync(path.join(dir, 'a/my.note.md'), 'theirs') })
    const { displaced } = await root.replace(at('a/my.note.md'), 'mine')
    expect(displaced).toMatch(/^a\/my\.note\.displaced-[0-9a-f]{8}\.md$/)
    expect(fs.readFileSync(path.join(dir, displaced!), 'utf8')).toBe('theirs')
    expect(fs.readFileSync(path.join(dir, 'a/my.note.md'), 'utf8')).toBe('mine')
    expect(listTree(dir)).toEqual(['a', displaced, 'a/my.note.md'])
  })

  it('refuses a target that becomes a link meanwhile', async () => {
    const dir = makeTree({ 'note.md': 'aaaa', 'other.md': 'other' })
    const { root } = recordedRoot(dir, {
      write() {
        fs.rmSync(path.join(dir, 'note.md'))
        fs.symlinkSync('other.md', path.join(dir, 'note.md'))
      },
    })
    expect(await reasonOf(root.replace(at('note.md'), 'mine'))).toBe('linked')
    expect(fs.readFileSync(path.join(dir, 'other.md'), 'utf8')).toBe('other')
    expect(temporaries(dir)).toEqual([])
  })

  it('respects a file that is write-protected, though renaming would not', async () => {
    const dir = makeTree({ 'note.md': 'old' })
    const { root } = recordedRoot(dir, failing(['checkWritable'], 'EACCES'))
    expect(await reasonOf(root.replace(at('note.md'), 'new'))).toBe('permission_denied')
    expect(fs.readFileSync(path.join(dir, 'note.md'), 'utf8')).toBe('old')
  })

  it('replaces files larger than one read', async () => {
    const dir = makeTree({ 'big.md': 'a'.repeat(3_000_001) })
    const root = rootOf(dir)
    await root.replace(at('big.md'), 'b'.repeat(2_500_000), { hash: sha256('a'.repeat(3_000_001)) })
    expect(sha256(fs.readFileSync(path.join(dir, 'big.md')))).toBe(sha256('b'.repeat(2_500_000)))
  })
})

describe('replace in a copy of what is kept elsewhere', () => {
  const copyOf = (dir: string, meets?: Happenings) => {
    const { system, calls } = recordSystem(meets)
    const root = createRoot(dir, { system, containment: descriptorContainment, volatile: true })
    onTestFinished(() => root.close())
    return { root, names: () => calls.map(({ name }) => name) }
  }

  it('looks at the file once, keeps its mode, and refuses as everywhere', async () => {
    const dir = makeTree({ 'run.sh': 'old' })
    fs.chmodSync(path.join(dir, 'run.sh'), 0o2751)
    const { root, names } = copyOf(dir)
    const hash = sha256('old')
    expect(await root.replace(at('run.sh'), 'new', { hash })).toEqual({ bytes: 3, hash: sha256('new'), durable: true })
    expect(names().filter((name) => name === 'readNow')).toHaveLength(2)
    expect(fs.readFileSync(path.join(dir, 'run.sh'), 'utf8')).toBe('new')
    expect(fs.statSync(path.join(dir, 'run.sh')).mode & 0o7777).toBe(0o2751)
    expect(await reasonOf(root.replace(at('run.sh'), 'newer', { hash }))).toBe('changed')
    expect(await reasonOf(root.replace(at('missing.md'), 'x'))).toBe('not_found')
    const written = names().filter((name) => name === 'write').length
    await root.replace(at('run.sh'), 'new')
    expect(names().filter((name) => name === 'write')).toHaveLength(written)
    expect(listTree(dir)).toEqual(['run.sh'])
  })

  it('starts again when a sweep takes its temporary file away', async () => {
    const dir = makeTree({ 'note.md': 'old' })
    const { root } = copyOf(dir, { rename: sweeper(2).take })
    await root.replace(at('note.md'), 'new')
    expect(fs.readFileSync(path.join(dir, 'note.md'), 'utf8')).toBe('new')
    expect(listTree(dir)).toEqual(['note.md'])
  })
})

describe('create', () => {
  it('makes the file and its parents', async () => {
    const dir = makeTree()
    expect(await rootOf(dir).create(at('a/b/note.md'), 'text')).toEqual({ bytes: 4, hash: sha256('text'), durable: true })
    expect(listTree(dir)).toEqual(['a', 'a/b', 'a/b/note.md'])
    expect(fs.statSync(path.join(dir, 'a/b/note.md')).mode & 0o777).toBe(0o666 & ~process.umask())
  })

  it('takes binary content and empty content', async () => {
    const dir = makeTree()
    const root = rootOf(dir)
    await root.create(at('a.bin'), Uint8Array.of(0, 255))
    await root.create(at('empty.md'), '')
    expect(fs.readFileSync(path.join(dir, 'a.bin'))).toEqual(Buffer.from([0, 255]))
    expect(fs.readFileSync(path.join(dir, 'empty.md'))).toHaveLength(0)
  })

  it('never replaces a file or a directory, nor writes before it has looked', async () => {
    const dir = makeTree({ 'note.md': 'old', 'folder/': '' })
    const { root, names } = recordedRoot(dir)
    expect(await reasonOf(root.create(at('note.md'), 'new'))).toBe('already_exists')
    expect(await reasonOf(root.create(at('folder'), 'new'))).toBe('already_exists')
    expect(fs.readFileSync(path.join(dir, 'note.md'), 'utf8')).toBe('old')
    expect(names()).not.toContain('write')
  })

  it('refuses a link that appears at the last moment as a link', async () => {
    const dir = makeTree({ 'other.md': '' })
    const { root } = recordedRoot(dir, { link: () => fs.symlinkSync('other.md', path.join(dir, 'note.md')) })
    expect(await reasonOf(root.create(at('note.md'), 'mine'))).toBe('linked')
    expect(fs.readFileSync(path.join(dir, 'other.md'), 'utf8')).toBe('')
  })

  it('loses against a file that appears at the last moment, and leaves no litter', async () => {
    const dir = makeTree()
    const { root } = recordedRoot(dir, { link: () => fs.writeFileSync(path.join(dir, 'note.md'), 'theirs') })
    expect(await reasonOf(root.create(at('note.md'), 'mine'))).toBe('already_exists')
    expect(fs.readFileSync(path.join(dir, 'note.md'), 'utf8')).toBe('theirs')
    expect(temporaries(dir)).toEqual([])
  })

  it('refuses a dangling link instead of writing through it', async () => {
    const dir = makeTree({ 'root/': '' })
    fs.symlinkSync('nowhere.md', path.join(dir, 'root/in.md'))
    fs.symlinkSync('../nowhere.md', path.join(dir, 'root/out.md'))
    const root = rootOf(path.join(dir, 'root'))
    expect(await reasonOf(root.create(at('in.md'), 'x'))).toBe('linked')
    expect(await reasonOf(root.create(at('out.md'), 'x'))).toBe('outside_root')
    expect(listTree(dir)).toEqual(['root', 'root/in.md', 'root/out.md'])
  })

  it.each(['EPERM', 'ENOTSUP', 'EOPNOTSUPP'])('still creates, exclusively, where hard links give %s', async (code) => {
    const dir = makeTree({ 'there.md': 'old' })
    const { root } = recordedRoot(dir, failing(['link'], code))
    await root.create(at('note.md'), 'text')
    expect(fs.readFileSync(path.join(dir, 'note.md'), 'utf8')).toBe('text')
    expect(await reasonOf(root.create(at('there.md'), 'new'))).toBe('already_exists')
    expect(temporaries(dir)).toEqual([])
  })

  it('loses an exclusive creation without hard links, too', async () => {
    const dir = makeTree()
    const { root } = recordedRoot(dir, ({ name }) => {
      if (name !== 'link') return undefined
      fs.writeFileSync(path.join(dir, 'note.md'), 'theirs')
      return errno('EPERM')
    })
    expect(await reasonOf(root.create(at('note.md'), 'mine'))).toBe('already_exists')
    expect(fs.readFileSync(path.join(dir, 'note.md'), 'utf8')).toBe('theirs')
  })

  it('starts again when another process sweeps its temporary file away', async () => {
    const dir = makeTree({ 'old.md': 'old' })
    const sweep = sweeper(8) // as the create race has met, when eight processes made their first writes
    const { root } = recordedRoot(dir, { link: sweep.take, rename: sweep.take })
    await root.create(at('note.md'), 'text')
    sweep.left = 1
    await root.replace(at('old.md'), 'new')
    expect(fs.readFileSync(path.join(dir, 'note.md'), 'utf8')).toBe('text')
    expect(fs.readFileSync(path.join(dir, 'old.md'), 'utf8')).toBe('new')
  })

  it('refuses names that are its own or of SQLite', async () => {
    const dir = makeTree()
    const root = openRoot(dir, { hidden: 'reached' })
    for (const name of ['x.db', 'X.DB-wal', '.shoko-0123456789abcdef.tmp', 'x.db/note.md']) {
      expect(await reasonOf(root.create(at(name), 'x'))).toBe('not_found')
    }
    expect(listTree(dir)).toEqual([])
  })
})

describe('put', () => {
  it('makes a file with its folders, or takes the place of what was there', async () => {
    const dir = makeTree()
    const root = rootOf(dir)
    await root.put(at('cache/index.bin'), Buffer.from('first'))
    await root.put(at('cache/index.bin'), Buffer.from('second'))
    expect(fs.readFileSync(path.join(dir, 'cache/index.bin'), 'utf8')).toBe('second')
    expect(listTree(dir)).toEqual(['cache', 'cache/index.bin'])
  })

  it('starts again when a sweep takes its temporary file away, and gives up in the end', async () => {
    const dir = makeTree({ 'note.md': 'old' })
    const sweep = sweeper(3)
    const { root } = recordedRoot(dir, { rename: sweep.take })
    await root.put(at('note.md'), Buffer.from('new'))
    expect(fs.readFileSync(path.join(dir, 'note.md'), 'utf8')).toBe('new')
    sweep.left = 1000
    expect(await reasonOf(root.put(at('note.md'), Buffer.from('newer')))).toBe('busy')
    expect(listTree(dir)).toEqual(['note.md'])
  })

  it('leaves folders, links and what a full disk did not take alone', async () => {
    const dir = makeTree({ 'root/folder/x.md': 'x', 'root/kept.bin': 'old', 'victim.md': 'victim' })
    fs.symlinkSync('../victim.md', path.join(dir, 'root/link.bin'))
    const root = rootOf(path.join(dir, 'root'))
    expect(await reasonOf(root.put(at('folder'), Buffer.from('y')))).toBe('already_exists')
    expect(await reasonOf(root.put(at('link.bin'), Buffer.from('y')))).toBe('outside_root')
    const { system } = recordSystem()
    const full = createRoot(path.join(dir, 'root'), {
      system: { ...system, write: async () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' })) },
      containment: descriptorContainment,
    })
    await expect(full.put(at('kept.bin'), Buffer.from('new'))).rejects.toThrow()
    await expect(full.put(at('new/kept.bin'), Buffer.from('new'))).rejects.toThrow()
    expect(fs.readFileSync(path.join(dir, 'root/kept.bin'), 'utf8')).toBe('old')
    expect(fs.readFileSync(path.join(dir, 'victim.md'), 'utf8')).toBe('victim')
    expect(listTree(path.join(dir, 'root'))).toEqual(['folder', 'folder/x.md', 'kept.bin', 'link.bin'])
  })
})

describe('temporary files', () => {
  it('cannot be foreseen, and one planted as a link is not followed', async () => {
    const dir = makeTree({ 'root/note.md': 'old', 'victim.md': 'victim' })
    const planted = 'root/.shoko-aaaaaaaaaaaaaaaa.tmp'
    fs.symlinkSync('../victim.md', path.join(dir, planted))
    const digits = ['aaaaaaaaaaaaaaaa', 'bbbbbbbbbbbbbbbb']
    const { system } = recordSystem()
    const root = createRoot(path.join(dir, 'root'), {
      system: { ...system, randomDigits: () => digits.shift()! },
      containment: descriptorContainment,
    })
    await root.replace(at('note.md'), 'new')
    expect(fs.readFileSync(path.join(dir, 'victim.md'), 'utf8')).toBe('victim')
    expect(fs.readFileSync(path.join(dir, 'root/note.md'), 'utf8')).toBe('new')
    expect(fs.lstatSync(path.join(dir, planted)).isSymbolicLink()).toBe(true)
    expect(new Set(Array.from({ length: 100 }, () => system.randomDigits())).size).toBe(100)
    expect(isTemporaryName(`.shoko-${system.randomDigits()}.tmp`)).toBe(true)
  })
})
