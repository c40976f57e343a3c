import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type TestClient } from '@shoko/testkit'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'

const roots: string[] = []
const probe = smallDisk()
afterAll(() => {
  for (const root of roots) {
    execFileSync('umount', ['-l', root])
    rmSync(root, { recursive: true })
  }
})

/** A disk of our own to fill and to lock; undefined where this user may not have one. */
function smallDisk(): string | undefined {
  const root = mkdtempSync(join(tmpdir(), 'shoko-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', root], { stdio: 'ignore' })
  } catch {
    rmSync(root, { recursive: true })
    return undefined
  }
  roots.push(root)
  return root
}

async function serve(root: string): Promise<TestClient> {
  const client = await connect({ transport: 'stdio', env: { VAULT_ROOT: root, WORKSPACE_ROOT: root, LOG_LEVEL: 'error' } }, 'v1')
  onTestFinished(() => client.close())
  return client
}

describe.runIf(probe !== undefined)('a disk that does not do as it is told', () => {
  it('loses nothing when it fills up, says so, and goes on', async () => {
    const root = smallDisk()!
    const client = await serve(root)
    const big = 'x'.repeat(300_000)
    await client.call('vault_create', { path: 'kept.md', content: 'old content\n' })
    const full = { ok: false, error: { code: 'internal', message: expect.stringContaining('disk full') } }
    expect(await client.call('vault_write', { path: 'kept.md', content: big, mode: 'overwrite' })).toMatchObject(full)
    expect(await client.call('vault_create', { path: 'new/big.md', content: big })).toMatchObject(full)
    expect(await client.call('vault_read', { path: 'kept.md', full: true })).toMatchObject({
      ok: true,
      output: { text: 'old content' },
    })
    expect(readdirSync(root)).toEqual(['.system', 'kept.md'])
    expect(await client.call('vault_write', { path: 'kept.md', content: 'new\n', mode: 'append' })).toMatchObject({ ok: true })
  })

  it('refuses to write to a read-only folder, and still reads', async () => {
    const root = smallDisk()!
    writeFileSync(join(root, 'kept.md'), 'old content\n')
    execFileSync('mount', ['-o', 'remount,ro', root])
    const client = await serve(root)
    for (const [tool, args] of [
      ['vault_create', { path: 'b.md', content: 'x' }],
      ['vault_write', { path: 'kept.md', content: 'x', mode: 'append' }],
      ['vault_replace', { path: 'kept.md', find: 'old', replace: 'x' }],
    ] as const) {
      expect([tool, await client.call(tool, args)]).toMatchObject([tool, { ok: false, error: { code: 'forbidden' } }])
    }
    expect(await client.call('vault_read', { path: 'kept.md', full: true })).toMatchObject({ ok: true })
    expect(readFileSync(join(root, 'kept.md'), 'utf8')).toBe('old content\n')
  })
})
