import fs from 'node:fs'
import module from 'node:module'
import path from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { makeTree } from '../test/tree.ts'
import { enableOwnCompileCache, makePrivateFolder } from './compile-cache.ts'

it('makes a folder for this user alone, and closes one that was open', () => {
  const dir = makeTree({ 'open/': '' })
  fs.chmodSync(path.join(dir, 'open'), 0o777)
  for (const name of ['new/compiled', 'open']) {
    expect(makePrivateFolder(path.join(dir, name))).toBe(true)
    expect(fs.statSync(path.join(dir, name)).mode & 0o777).toBe(0o700)
  }
})

it('takes no link, no file and no folder of another user', () => {
  const dir = makeTree({ 'elsewhere/': '', file: '', 'theirs/': '' })
  fs.symlinkSync(path.join(dir, 'elsewhere'), path.join(dir, 'link'))
  expect(makePrivateFolder(path.join(dir, 'link'))).toBe(false)
  expect(makePrivateFolder(path.join(dir, 'file'))).toBe(false)
  if (process.geteuid?.() !== 0) return
  fs.chownSync(path.join(dir, 'theirs'), 65_534, 65_534)
  expect(makePrivateFolder(path.join(dir, 'theirs'))).toBe(false)
})

it('does not close what everybody shares, as root could', () => {
  const dir = makeTree({ 'shared/': '' })
  fs.chmodSync(path.join(dir, 'shared'), 0o1777)
  expect(makePrivateFolder(path.join(dir, 'shared'))).toBe(false)
  expect(fs.statSync(path.join(dir, 'shared')).mode & 0o7777).toBe(0o1777)
})

it('keeps no compiled code where the cache of this program is a link', () => {
  const dir = makeTree({ 'elsewhere/': '' })
  fs.symlinkSync(path.join(dir, 'elsewhere'), path.join(dir, 'shoko'))
  vi.stubEnv('XDG_CACHE_HOME', dir)
  vi.stubEnv('NODE_DISABLE_COMPILE_CACHE', undefined)
  onTestFinished(() => void vi.unstubAllEnvs())
  enableOwnCompileCache()
  expect(fs.readdirSync(path.join(dir, 'elsewhere'))).toEqual([])
})

it('keeps compiled code in a folder of its own, never in the one that the system would choose', () => {
  const dir = makeTree({})
  vi.stubEnv('XDG_CACHE_HOME', dir)
  vi.stubEnv('NODE_DISABLE_COMPILE_CACHE', undefined)
  const enable = vi.spyOn(module, 'enableCompileCache').mockReturnValue({ status: module.constants.compileCacheStatus.ENABLED })
  onTestFinished(() => {
    vi.unstubAllEnvs()
    enable.mockRestore()
  })
  enableOwnCompileCache()
  expect(enable.mock.calls).toEqual([[path.join(dir, 'shoko/compiled')]])
  expect(fs.statSync(path.join(dir, 'shoko/compiled')).mode & 0o777).toBe(0o700)
})
