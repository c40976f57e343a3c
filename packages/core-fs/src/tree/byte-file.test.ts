import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parsePath } from '../relative-path.ts'
import { openRoot } from '../rooted-fs.ts'

function rootWith(content: string) {
  const path = mkdtempSync(join(tmpdir(), 'bytes-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  writeFileSync(join(path, 'index.bin'), content)
  return openRoot(path)
}

const NAME = parsePath('index.bin')

describe('a file that is read in parts', () => {
  it('gives any part of itself', async () => {
    const root = rootWith(`${'a'.repeat(400_000)}needle`)
    const file = await root.openBytes(NAME)
    expect(file.size).toBe(400_006)
    expect((await file.read(0, 400_006)).subarray(-6).toString()).toBe('needle')
    expect(file.readNow(400_000, 400_006).toString()).toBe('needle')
    expect(file.readNow(5, 5)).toHaveLength(0)
    file.close()
  })

  it('stays what it was when another takes its place', async () => {
    const root = rootWith('before')
    const file = await root.openBytes(NAME)
    await root.put(NAME, Buffer.from('after it'))
    expect(file.readNow(0, 6).toString()).toBe('before')
    file.close()
  })

  it('refuses what is behind its end, and everything once it is closed', async () => {
    const file = await rootWith('short').openBytes(NAME)
    await expect(file.read(0, 9)).rejects.toMatchObject({ reason: 'disk_error' })
    expect(() => file.readNow(3, 9)).toThrow('ends before its end')
    file.close()
    file.close()
    expect(() => file.readNow(0, 1)).toThrow('closed')
  })
})
