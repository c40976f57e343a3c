import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryTree } from '@shoko/testkit'
import { expect, it, vi } from 'vitest'
import { noteServer, runningServers } from './running.ts'

it('lists the servers that run, with what they hold, and forgets those that were killed', () => {
  const { path } = temporaryTree()
  vi.stubEnv('XDG_CACHE_HOME', path)
  try {
    const gone = noteServer('stdio', '/work')
    const [own] = runningServers()
    expect(own).toMatchObject({ kind: 'stdio', pid: process.pid, workspace: '/work' })
    if (process.platform === 'linux') {
      expect(own!.memory!.total).toBeGreaterThan(10e6)
      expect(own!.memory!.threads).toBeGreaterThan(1)
    }
    const dead = { kind: 'http', pid: process.pid, workspace: '/', version: '1', since: 0, birth: 'another' }
    writeFileSync(join(path, 'shoko/run/server-1.json'), JSON.stringify(dead))
    writeFileSync(join(path, 'shoko/run/server-2.json'), 'torn')
    expect(runningServers()).toHaveLength(1)
    gone()
    expect(runningServers()).toEqual([])
  } finally {
    vi.unstubAllEnvs()
  }
})
