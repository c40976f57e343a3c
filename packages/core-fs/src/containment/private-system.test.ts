import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeTree } from '../../test/tree.ts'
import { parseDirectory, parsePath } from '../relative-path.ts'
import { openRoot } from '../rooted-fs.ts'

const FILE = parsePath('kept.bin')
const modeOf = (file: string) => fs.statSync(file).mode & 0o777

describe('a cache of our own', () => {
  it('is a folder and files for this user alone', async () => {
    const dir = path.join(makeTree({}), 'shoko/manuals')
    const cache = openRoot(dir, { closed: 'all', lockPath: 'lock.db' })
    await cache.ensureDirectory(parseDirectory(''))
    await cache.put(FILE, Buffer.from('x'))
    await cache.exclusive(() => cache.append(parsePath('deep/rows.ndjson'), 'row\n'))
    for (const folder of [path.dirname(dir), dir, path.join(dir, 'deep')]) expect(modeOf(folder)).toBe(0o700)
    for (const file of ['kept.bin', 'deep/rows.ndjson', 'lock.db']) expect(modeOf(path.join(dir, file))).toBe(0o600)
    cache.close()
  })

  it('closes a folder that was open', async () => {
    const dir = makeTree({ 'kept.bin': 'x' })
    fs.chmodSync(dir, 0o777)
    fs.chmodSync(path.join(dir, 'kept.bin'), 0o644)
    expect((await openRoot(dir, { closed: 'all' }).read(FILE)).bytes.toString()).toBe('x')
    expect(modeOf(dir)).toBe(0o700)
  })

  it('neither reads nor extends what others may write to, and puts a new one in its place', async () => {
    const dir = makeTree({ 'kept.bin': 'planted' })
    const cache = openRoot(dir, { closed: 'all' })
    for (const mode of [0o620, 0o602]) {
      fs.chmodSync(path.join(dir, 'kept.bin'), mode)
      await expect(cache.read(FILE)).rejects.toMatchObject({ reason: 'permission_denied' })
      await expect(cache.append(FILE, 'row')).rejects.toMatchObject({ reason: 'permission_denied' })
    }
    await cache.put(FILE, Buffer.from('ours'))
    expect((await cache.read(FILE)).bytes.toString()).toBe('ours')
    expect(modeOf(path.join(dir, 'kept.bin'))).toBe(0o600)
  })

  it('is nothing where its folder is a link', async () => {
    const dir = makeTree({ 'elsewhere/kept.bin': 'planted' })
    fs.symlinkSync(path.join(dir, 'elsewhere'), path.join(dir, 'cache'))
    const cache = openRoot(path.join(dir, 'cache'), { closed: 'all' })
    for (const use of [
      () => cache.read(FILE),
      () => cache.put(FILE, Buffer.from('x')),
      () => cache.ensureDirectory(parseDirectory('')),
    ])
      await expect(use()).rejects.toMatchObject({ reason: 'permission_denied' })
    expect(fs.readFileSync(path.join(dir, 'elsewhere/kept.bin'), 'utf8')).toBe('planted')
  })

  it('is nothing where the folder that holds it is a link', async () => {
    const dir = makeTree({ 'elsewhere/vault/kept.bin': 'planted' })
    fs.chmodSync(path.join(dir, 'elsewhere/vault/kept.bin'), 0o600)
    fs.symlinkSync(path.join(dir, 'elsewhere'), path.join(dir, 'shoko'))
    for (const name of ['vault', 'manuals']) {
      const cache = openRoot(path.join(dir, 'shoko', name), { closed: 'cache', lockPath: 'lock.db' })
      for (const use of [
        () => cache.read(FILE),
        () => cache.put(FILE, Buffer.from('x')),
        () => cache.ensureDirectory(parseDirectory('')),
        () => cache.exclusive(async () => {}),
      ])
        await expect(use()).rejects.toMatchObject({ reason: 'permission_denied' })
    }
    expect(fs.readdirSync(path.join(dir, 'elsewhere'), { recursive: true })).toEqual(['vault', path.join('vault', 'kept.bin')])
    expect(fs.readFileSync(path.join(dir, 'elsewhere/vault/kept.bin'), 'utf8')).toBe('planted')
  })

  it('leaves the folder that holds it as it is', async () => {
    const dir = makeTree({ 'shoko/': '' })
    fs.chmodSync(path.join(dir, 'shoko'), 0o755)
    const cache = openRoot(path.join(dir, 'shoko/vault'), { closed: 'cache' })
    await cache.ensureDirectory(parseDirectory(''))
    await cache.put(FILE, Buffer.from('x'))
    expect([modeOf(path.join(dir, 'shoko')), modeOf(path.join(dir, 'shoko/vault'))]).toEqual([0o755, 0o700])
  })

  it.skipIf(process.geteuid?.() !== 0)('opens neither files nor folders of another user', async () => {
    const dir = makeTree({ 'kept.bin': 'planted' })
    const cache = openRoot(dir, { closed: 'all' })
    fs.chownSync(path.join(dir, 'kept.bin'), 65_534, 65_534)
    await expect(cache.read(FILE)).rejects.toMatchObject({ reason: 'permission_denied' })
    fs.chownSync(dir, 65_534, 65_534)
    await expect(cache.put(FILE, Buffer.from('x'))).rejects.toMatchObject({ reason: 'permission_denied' })
  })
})
