import { describe, expect, it } from 'vitest'
import { TextPages } from './text-pages.ts'

const KB = 1024

describe('TextPages', () => {
  it('puts small texts side by side and leaves large ones alone', () => {
    const pages = new TextPages()
    const [first, second] = [pages.take(10 * KB)!, pages.take(20 * KB)!]
    expect([first.byteLength, second.byteLength]).toEqual([10 * KB, 20 * KB])
    expect(second.buffer).toBe(first.buffer)
    expect(second.byteOffset).toBe(first.byteOffset + first.byteLength)
    expect(pages.take(300 * KB)).toBeUndefined()
    expect(pages.take(0)).toBeUndefined()
  })

  it('begins another page when one is full, and never gives a place twice', () => {
    const pages = new TextPages()
    const taken = Array.from({ length: 30 }, () => pages.take(100 * KB)!)
    for (const [at, text] of taken.entries()) text.fill(at)
    expect(taken.every((text, at) => text.every((byte) => byte === at))).toBe(true)
    expect(new Set(taken.map(({ buffer }) => buffer)).size).toBe(3)
  })

  it('knows the texts that had better be read again, once most of the memory is no longer kept', () => {
    const pages = new TextPages()
    const kept = Array.from({ length: 100 }, () => {
      const text = pages.take(100 * KB)!
      pages.keep(text)
      return text
    })
    expect(pages.isSparse).toBe(false)
    const dropped = kept.filter((_, at) => at % 10 !== 0)
    for (const text of dropped) pages.release(text)
    expect(pages.isSparse).toBe(true)
    const wasteful = kept.filter((text, at) => at % 10 === 0 && pages.isWasteful(text))
    expect(wasteful).toHaveLength(9) // the page that is being filled stays
    for (const text of wasteful) pages.release(text)
    expect(pages.isSparse).toBe(false)
  })

  it('forgets a page of texts that were read and not kept', () => {
    const pages = new TextPages()
    for (let at = 0; at < 1000; at++) pages.take(100 * KB)
    expect(pages.isSparse).toBe(false)
  })
})
