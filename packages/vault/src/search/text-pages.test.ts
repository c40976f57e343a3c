import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openRoot, type ScratchFile } from '@shoko/core-fs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type TextBytes, TextPages } from './text-pages.ts'

const KB = 1024

function openScratch(): ScratchFile {
  const path = mkdtempSync(join(tmpdir(), 'pages-'))
  const file = openRoot(path).sync.scratch()
  onTestFinished(() => {
    file.close()
    rmSync(path, { recursive: true })
  })
  return file
}

/** A text of one number over and over. */
function keep(pages: TextPages, value: number, bytes = 100 * KB): TextBytes {
  const room = pages.take(bytes)!
  room.fill(value)
  return pages.keep(room)
}

const holds = (text: TextBytes, value: number) => text.read().every((byte) => byte === value)

describe.each([
  ['in memory', undefined],
  ['in a scratch file', openScratch],
])('TextPages %s', (_, scratch) => {
  it('puts small texts side by side and leaves large ones alone', () => {
    const pages = new TextPages(scratch)
    const [first, second] = [pages.take(10 * KB)!, pages.take(20 * KB)!]
    expect([first.byteLength, second.byteLength]).toEqual([10 * KB, 20 * KB])
    expect(second.buffer).toBe(first.buffer)
    expect(second.byteOffset).toBe(first.byteOffset + first.byteLength)
    expect(pages.take(300 * KB)).toBeUndefined()
    expect(pages.take(0)).toBeUndefined()
  })

  it('gives every text as it was kept, in any order', () => {
    const pages = new TextPages(scratch)
    const texts = Array.from({ length: 60 }, (_each, at) => keep(pages, at, (at + 1) * 4 * KB))
    expect(texts.every(holds)).toBe(true)
    expect(texts.toReversed().every((text, at) => holds(text, 59 - at))).toBe(true)
    expect(texts.map(({ byteLength }) => byteLength)).toEqual(texts.map((text) => text.read().byteLength))
  })

  it('keeps what lies elsewhere as it is', () => {
    const bytes = Buffer.from('a large text')
    expect(new TextPages(scratch).keep(bytes).read()).toBe(bytes)
  })

  it('uses the place of a page again that nobody needs, and mixes up nothing', () => {
    const pages = new TextPages(scratch)
    let kept: { readonly text: TextBytes; readonly value: number }[] = []
    for (let round = 0; round < 20; round++) {
      kept.push(
        ...Array.from({ length: 30 }, (_each, at) => ({
          text: keep(pages, (round * 30 + at) % 251),
          value: (round * 30 + at) % 251,
        })),
      )
      expect(kept.every(({ text, value }) => holds(text, value))).toBe(true)
      for (const { text } of kept.slice(0, -10)) pages.release(text)
      kept = kept.slice(-10)
    }
  })

  it('knows the texts that had better be read again, once most of the room is no longer kept', () => {
    const pages = new TextPages(scratch)
    const kept = Array.from({ length: 100 }, (_each, at) => keep(pages, at))
    expect(pages.isSparse).toBe(false)
    for (const text of kept.filter((_each, at) => at % 10 !== 0)) pages.release(text)
    expect(pages.isSparse).toBe(true)
    const wasteful = kept.filter((text, at) => at % 10 === 0 && pages.isWasteful(text))
    expect(wasteful).toHaveLength(9) // the page that is being filled stays
    for (const text of wasteful) pages.release(text)
    expect(pages.isSparse).toBe(false)
  })

  it('fills the same memory again with texts that were read and not kept', () => {
    const pages = new TextPages(scratch)
    const taken = Array.from({ length: 1000 }, () => pages.take(100 * KB)!)
    expect(new Set(taken.map(({ buffer }) => buffer)).size).toBe(1)
    expect(pages.isSparse).toBe(false)
  })
})

describe('TextPages and the disk', () => {
  it('holds one page in memory, whatever is kept', () => {
    const scratch = openScratch()
    const written: number[] = []
    const counting: ScratchFile = {
      ...scratch,
      write: (bytes, position) => {
        written.push(position)
        scratch.write(bytes, position)
      },
    }
    const pages = new TextPages(() => counting)
    const texts = Array.from({ length: 50 }, (_, at) => keep(pages, at))
    expect(written).toEqual([0, 1024 * KB, 2048 * KB, 3072 * KB])
    for (const text of texts.slice(0, 20)) pages.release(text)
    for (let at = 0; at < 20; at++) keep(pages, at)
    expect(Math.max(...written)).toBe(3072 * KB)
  })

  it('goes on in memory where the disk takes no more', () => {
    const scratch = openScratch()
    let writes = 0
    const full: ScratchFile = {
      ...scratch,
      write: (bytes, position) => {
        if (writes++ > 1) throw new Error('full')
        scratch.write(bytes, position)
      },
    }
    const pages = new TextPages(() => full)
    const texts = Array.from({ length: 60 }, (_, at) => keep(pages, at))
    expect(texts.every(holds)).toBe(true)
    expect(writes).toBe(3)
  })

  it('never gives what could not be read', () => {
    const scratch = openScratch()
    let fails = false
    const failing: ScratchFile = {
      ...scratch,
      read: (into, position) => {
        if (fails) throw new Error('unreadable')
        scratch.read(into, position)
      },
    }
    const pages = new TextPages(() => failing)
    const texts = Array.from({ length: 40 }, (_, at) => keep(pages, at))
    fails = true
    expect(() => texts[0]!.read()).toThrow('unreadable')
    fails = false
    expect(texts.every(holds)).toBe(true)
  })
})
