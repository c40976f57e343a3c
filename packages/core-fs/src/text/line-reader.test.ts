import fs from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { errno, recordedRoot } from '../../test/recorded-system.ts'
import { at, makeTree, openDescriptors, reasonOf, rootOf } from '../../test/tree.ts'
import { sha256 } from '../hash.ts'
import { createLineReader } from './line-reader.ts'
import { splitLines, stripBom } from './lines.ts'
import { takeWindow } from './window.ts'

const INFO = { kind: 'file', size: 0, mtimeMs: 0, ctimeMs: 0, ino: 0, mode: 0 } as const

/** A reader whose source gives only so many bytes beyond what was asked for least. */
function readerOf(text: string) {
  const bytes = Buffer.from(text)
  const info = { ...INFO, size: bytes.byteLength }
  return createLineReader({
    path: 'x.md',
    info: () => info,
    read: async (into, position) => bytes.copy(into, 0, position),
    close: () => {},
  })
}

describe('LineReader', () => {
  it('gives the windows that takeWindow gives of the whole text', async () => {
    const unit = fc.constantFrom('a', 'é', '\u{1F600}', '\n', '\r', '\r\n', '日', '\uFEFF')
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit, maxLength: 60 }),
        fc.integer({ min: 0, max: 12 }),
        fc.integer({ min: 0, max: 12 }),
        fc.integer({ min: 0, max: 30 }),
        async (text, start, endLine, maxChars) => {
          const lines = splitLines(stripBom(text))
          const reader = await readerOf(text)
          expect([reader.totalLines, reader.hash]).toEqual([lines.length, sha256(text)])
          expect(await reader.window(start, { endLine, maxChars })).toEqual(takeWindow(lines, start, { endLine, maxChars }))
        },
      ),
      { numRuns: 500 },
    )
  })

  it('agrees with takeWindow on a file of many chunks and marks, wherever the chunks cut', async () => {
    const endings = ['\n', '\r\n', '\r']
    const text = Array.from({ length: 60_000 }, (_, i) => `${i} 日本語 é \u{1F600} ${'x'.repeat(i % 50)}${endings[i % 3]}`).join(
      '',
    )
    const root = rootOf(makeTree({ 'big.md': text }))
    const lines = splitLines(text)
    const reader = await root.openLines(at('big.md'))
    expect([reader.totalLines, reader.hash, reader.info.size]).toEqual([lines.length, sha256(text), Buffer.byteLength(text)])
    for (const start of [1, 1024, 1025, 1026, 30_000, 59_999, 60_000, 60_001]) {
      for (const maxChars of [5, 100, 200_000]) {
        const limits = { endLine: start + 4_000, maxChars }
        expect(await reader.window(start, limits)).toEqual(takeWindow(lines, start, limits))
      }
    }
    reader.close()
  })

  it('does not read to the end of a line that is longer than wanted', async () => {
    const dir = makeTree({ 'line.md': `first\n${'é'.repeat(3_000_000)}` })
    const { root, calls } = recordedRoot(dir)
    const reader = await root.openLines(at('line.md'))
    const before = calls.length
    expect(await reader.window(2, { endLine: 9, maxChars: 10 })).toEqual({
      text: 'é'.repeat(10),
      startLine: 2,
      endLine: 2,
      chars: 10,
      cut: true,
      nextLine: null,
    })
    expect(calls.slice(before).filter(({ name }) => name === 'read')).toHaveLength(1)
    reader.close()
  })

  it('holds neither the file nor a string of it: 100 MB in less than 32 MB', async () => {
    const dir = makeTree({ 'big.md': '' })
    const place = path.join(dir, 'big.md')
    const block = `${'0123456789abcdef '.repeat(6)}\n`.repeat(10_000)
    for (let i = 0; i < 97; i++) fs.appendFileSync(place, block)
    const root = rootOf(dir)
    const before = process.memoryUsage().rss
    const reader = await root.openLines(at('big.md'))
    expect(reader.totalLines).toBe(970_000)
    const window = await reader.window(969_999, { endLine: 970_000, maxChars: 20_000 })
    expect(window).toMatchObject({ startLine: 969_999, endLine: 970_000, nextLine: null, cut: false })
    reader.close()
    expect(process.memoryUsage().rss - before).toBeLessThan(32 * 1024 * 1024)
  })

  it('refuses what is not UTF-8 text, also where a chunk ends, and closes the file', async () => {
    const dir = makeTree()
    const chunk = 1024 * 1024
    const cases: readonly [string, Buffer][] = [
      ['cut.md', Buffer.concat([Buffer.alloc(chunk + 5, 'a'), Buffer.from([0xe3, 0x81])])],
      ['split.md', Buffer.concat([Buffer.alloc(chunk - 1, 'a'), Buffer.from([0xe3, 0x41, 0x41, 0x41])])],
      ['nul.md', Buffer.concat([Buffer.alloc(chunk * 2, 'a'), Buffer.from([0])])],
    ]
    const root = rootOf(dir)
    const descriptors = openDescriptors()
    for (const [name, bytes] of cases) {
      fs.writeFileSync(path.join(dir, name), bytes)
      expect([name, await reasonOf(root.openLines(at(name)))]).toEqual([name, 'not_text'])
    }
    expect(openDescriptors()).toBe(descriptors)
  })

  it('keeps a character that two chunks share', async () => {
    const text = `${'a'.repeat(1024 * 1024 - 1)}日本\nend`
    const reader = await rootOf(makeTree({ 'a.md': text })).openLines(at('a.md'))
    expect([reader.totalLines, reader.hash]).toEqual([2, sha256(text)])
    expect((await reader.window(1, { endLine: 1, maxChars: 2_000_000 })).text).toBe(splitLines(text)[0])
    reader.close()
  })

  it('still reads the version it opened after the file was replaced', async () => {
    const dir = makeTree({ 'a.md': 'old\n'.repeat(400_000) })
    const root = rootOf(dir)
    const reader = await root.openLines(at('a.md'))
    const { hash } = reader
    await root.replace(at('a.md'), 'new\n'.repeat(400_000))
    expect((await reader.window(1, { endLine: 1, maxChars: 9 })).text).toBe('old')
    expect(reader.hash).toBe(hash)
    reader.close()
  })

  it('reads again when the file is changed in place, and gives up when that does not end', async () => {
    const dir = makeTree({ 'a.md': 'old\n'.repeat(400_000) })
    const place = path.join(dir, 'a.md')
    const reader = await rootOf(dir).openLines(at('a.md'))
    fs.writeFileSync(place, 'newer\n'.repeat(400_000))
    expect((await reader.window(1, { endLine: 1, maxChars: 9 })).text).toBe('newer')
    expect(reader.hash).toBe(sha256('newer\n'.repeat(400_000)))
    reader.close()
    let size = 10
    const restless = await createLineReader({
      path: 'x.md',
      info: () => ({ ...INFO, size: size++ }),
      read: async (into, position) => Buffer.from('a\nb\n').copy(into, 0, position),
      close: () => {},
    })
    expect(await reasonOf(restless.window(1, { endLine: 1, maxChars: 9 }))).toBe('disk_error')
  })

  it('closes the file when reading fails', async () => {
    const dir = makeTree({ 'a.md': 'x\n'.repeat(1_000_000) })
    const { root } = recordedRoot(dir, ({ name }) => (name === 'read' ? errno('EIO') : undefined))
    const descriptors = openDescriptors()
    expect(await reasonOf(root.openLines(at('a.md')))).toBe('disk_error')
    expect(openDescriptors()).toBe(descriptors)
  })
})
