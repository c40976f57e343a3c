import { chmodSync, existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { temporaryTree } from '@shoko/testkit'
import { describe, expect, it } from 'vitest'
import { openMeetingPlace } from './meeting-place.ts'

describe.skipIf(process.platform === 'win32')('a meeting place', () => {
  it('is for its owner alone, also when it was open before', () => {
    const folder = join(temporaryTree().path, 'run')
    mkdirSync(folder)
    chmodSync(folder, 0o777)
    expect(openMeetingPlace(folder)?.folder).toBe(folder)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
  })

  it('is none behind a link, a file or a folder that cannot be made', () => {
    const { path } = temporaryTree({ file: '' })
    symlinkSync(path, join(path, 'link'))
    for (const name of ['link', 'link/below', 'file', 'file/below']) expect(openMeetingPlace(join(path, name))).toBeUndefined()
  })

  it('has an address that fits, however deep it lies', async () => {
    const folder = join(temporaryTree().path, ...Array.from({ length: 12 }, () => 'a-rather-long-name'))
    const place = openMeetingPlace(folder)!
    const address = place.address('x.sock')
    if (process.platform !== 'linux') return expect(address).toBeUndefined()
    const server = createServer().listen(address)
    await new Promise((resolve) => server.once('listening', resolve))
    expect([place.socket('x.sock'), existsSync(join(folder, 'x.sock'))]).toEqual(['there', true])
    await new Promise((resolve) => server.close(resolve))
    expect(place.socket('x.sock')).toBe('missing')
  })

  it('takes nothing else for a socket, and follows no link to a note', () => {
    const { path } = temporaryTree({ secret: 'theirs' })
    const place = openMeetingPlace(join(path, 'run'))!
    symlinkSync(join(path, 'secret'), join(path, 'run', 'note'))
    writeFileSync(join(path, 'run', 'x.sock'), '')
    expect([place.socket('x.sock'), place.socket('note'), place.read('note')]).toEqual(['foreign', 'foreign', undefined])
    place.write('note', 'ours')
    expect(openMeetingPlace(path)!.read('secret')).toBe('theirs')
  })

  it('lets one of several claim a name for a while', () => {
    const place = openMeetingPlace(join(temporaryTree().path, 'run'))!
    expect([place.claim('a', 10_000), place.claim('a', 10_000), place.claim('b', 10_000)]).toEqual([true, false, true])
    place.remove('a')
    expect([place.claim('a', 10_000), place.claim('a', 0)]).toEqual([true, true])
  })
})
