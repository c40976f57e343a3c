import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DomainError } from '@shoko/contract'
import { openRoot, type Root } from '@shoko/core-fs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Opened, TextCache, type TextPart } from './text-cache.ts'

const FILE_BYTES = 10_000

function rootWith(files: number): Root {
  const path = mkdtempSync(join(tmpdir(), 'cache-'))
  for (let index = 0; index < files; index++) writeFileSync(join(path, `${index}.md`), `日${'x'.repeat(FILE_BYTES - 3)}`)
  onTestFinished(() => rmSync(path, { recursive: true }))
  return openRoot(path)
}

function sweep(cache: TextCache, root: Root, use: (opened: Opened) => void = () => {}): void {
  cache.beginSweep()
  for (const file of root.sync.walk()) {
    use(cache.open(file))
    cache.settle(file.path)
  }
}

describe('TextCache', () => {
  it('never counts more than its limit, whatever forms are made', async () => {
    const root = rootWith(30)
    const cache = new TextCache(root, { limitBytes: 10 * FILE_BYTES })
    for (let round = 0; round < 4; round++) {
      sweep(cache, root, (opened) => {
        if (typeof opened === 'string') return
        for (const { text } of opened) {
          expect(text.text).toHaveLength(FILE_BYTES - 2)
          expect(text.uniform).toHaveLength(FILE_BYTES - 2)
        }
      })
      expect(cache.usedBytes).toBeLessThanOrEqual(10 * FILE_BYTES)
      expect(cache.usedBytes).toBeGreaterThan(5 * FILE_BYTES)
    }
  })

  it('keeps what sweeps come back to, and reads it once', async () => {
    const root = rootWith(8)
    await new Promise((resolve) => setTimeout(resolve, 60))
    let reads = 0
    const readFile: Root['sync']['readFile'] = (path, options) => {
      reads++
      return root.sync.readFile(path, options)
    }
    const counting: Root = { ...root, sync: { ...root.sync, readFile } }
    const cache = new TextCache(counting, { limitBytes: 4.5 * FILE_BYTES })
    sweep(cache, root)
    expect(reads).toBe(8)
    sweep(cache, root)
    expect(reads).toBe(8 + 4)
  })

  it('keeps nothing of a sweep that only passes, and gives the same texts', () => {
    const root = rootWith(3)
    const cache = new TextCache(root, { limitBytes: 10 * FILE_BYTES })
    cache.beginSweep('pass')
    for (const file of root.sync.walk()) {
      const opened = cache.open(file)
      expect(typeof opened === 'string' ? opened : [...opened].map(({ text }) => text.text.length)).toEqual([FILE_BYTES - 2])
    }
    expect(cache.usedBytes).toBe(0)
    sweep(cache, root)
    expect(cache.usedBytes).toBeGreaterThan(3 * FILE_BYTES)
  })

  it('gives up what no sweep has used for a while', async () => {
    const root = rootWith(8)
    const cache = new TextCache(root, { limitBytes: 4.5 * FILE_BYTES })
    sweep(cache, root)
    const [, , , , , , last] = root.sync.walk()
    for (let round = 0; round < 3; round++) {
      cache.beginSweep()
      cache.open(last!)
    }
    expect(cache.usedBytes).toBeLessThanOrEqual(4.5 * FILE_BYTES)
  })

  it('keeps the bytes of a text that was decoded, and the uniform text, but not the text', () => {
    const root = rootWith(4)
    const cache = new TextCache(root, { limitBytes: 20 * FILE_BYTES })
    const use = (form: 'text' | 'uniform') =>
      sweep(cache, root, (opened) => {
        for (const { text } of opened as Iterable<TextPart>) expect(text[form]).toHaveLength(FILE_BYTES - 2)
      })
    use('text')
    expect(cache.usedBytes).toBeLessThan(5 * FILE_BYTES)
    use('uniform')
    expect(cache.usedBytes).toBeGreaterThan(12 * FILE_BYTES)
  })

  it('gives the right texts, and holds no old ones, however often files change', async () => {
    const root = rootWith(200)
    const cache = new TextCache(root, { limitBytes: 1000 * FILE_BYTES })
    for (let round = 0; round < 10; round++) {
      const texts = new Map<string, string>()
      for (let index = round % 2; index < 200; index += 2) {
        const text = `${index}.${round} `.padEnd(FILE_BYTES - (index % 7), 'y')
        writeFileSync(join(root.absolutePath, `${index}.md`), text)
        texts.set(`${index}.md`, text)
      }
      cache.beginSweep()
      for (const file of root.sync.walk()) {
        const opened = cache.open(file)
        const text = typeof opened === 'string' ? opened : [...opened].map((part) => part.text.text).join('')
        if (texts.has(file.path)) expect(text).toBe(texts.get(file.path))
        cache.settle(file.path)
      }
      expect(cache.usedBytes).toBeLessThan(200 * (FILE_BYTES + 600))
    }
  })

  it('keeps nothing where it may keep nothing', () => {
    const root = rootWith(3)
    const cache = new TextCache(root, { limitBytes: 0 })
    sweep(cache, root, (opened) => expect(typeof opened).not.toBe('string'))
    expect(cache.usedBytes).toBe(0)
  })

  it('passes over a file that cannot be read, but hides no bug', () => {
    const root = rootWith(1)
    const [file] = root.sync.walk()
    const failing = (error: Error): Root => ({ ...root, sync: { ...root.sync, readFile: () => raise(error) } })
    const open = (error: Error) => new TextCache(failing(error), { limitBytes: FILE_BYTES }).open(file!)
    expect(open(new DomainError('permission_denied', 'not yours'))).toBe('not_text')
    expect(() => open(new RangeError('a bug'))).toThrow('a bug')
  })
})

function raise(error: Error): never {
  throw error
}
