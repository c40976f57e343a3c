import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { errno, recordSystem } from '../../test/recorded-system.ts'
import { descriptorContainment } from '../containment/containment-linux.ts'
import { createRoot, openRoot } from '../rooted-fs.ts'

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'scratch-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  return path
}

describe('scratch', () => {
  it('gives back what was written, anywhere in the file, and has no name', () => {
    const path = join(folder(), 'shoko', 'vault')
    const file = openRoot(path, { closed: 'cache' }).sync.scratch()
    expect(readdirSync(path)).toEqual([])
    file.write(Buffer.from('second'), 1000)
    file.write(Buffer.from('first'), 0)
    const [first, second] = [Buffer.alloc(5), Buffer.alloc(6)]
    file.read(first, 0)
    file.read(second, 1000)
    expect([first.toString(), second.toString()]).toEqual(['first', 'second'])
    file.close()
    expect(readdirSync(path)).toEqual([])
  })

  it('says so when the file does not have the bytes', () => {
    const file = openRoot(folder()).sync.scratch()
    file.write(Buffer.from('short'), 0)
    expect(() => file.read(Buffer.alloc(6), 0)).toThrow('no more bytes')
    file.close()
  })

  it('is for this user alone, and takes a new name when one is taken', () => {
    let taken = true
    const { system, calls } = recordSystem(({ name }) => {
      const fails = name === 'open' && taken && calls.some((call) => call.name === 'randomDigits')
      if (fails) taken = false
      return fails ? errno('EEXIST') : undefined
    })
    const file = createRoot(folder(), { system, containment: descriptorContainment }).sync.scratch()
    file.close()
    const made = calls.filter(({ name, args }) => name === 'open' && args[2] === 0o600)
    expect(made).toHaveLength(2)
    expect(new Set(made.map(({ args }) => args[0])).size).toBe(2)
  })

  it('leaves nothing open when it cannot lose its name', () => {
    const { system, calls } = recordSystem(({ name }) => (name === 'unlink' ? errno('EPERM') : undefined))
    const root = createRoot(folder(), { system, containment: descriptorContainment })
    expect(() => root.sync.scratch()).toThrow()
    const count = (wanted: string) => calls.filter(({ name }) => name === wanted).length
    root.close()
    expect(count('close')).toBe(count('open'))
  })

  it('is not made where a link stands in the place of the folder', () => {
    const [target, path] = [folder(), join(folder(), 'linked')]
    symlinkSync(target, path)
    expect(() => openRoot(path, { closed: 'all' }).sync.scratch()).toThrow()
    expect(existsSync(target) && readdirSync(target)).toEqual([])
  })
})
