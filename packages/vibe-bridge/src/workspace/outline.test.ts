import { describe, expect, it } from 'vitest'
import { statusLineOf } from './metadata.ts'
import { headingKey, MAX_HEADINGS, outlineOf } from './outline.ts'
import { planCounts } from './plan-file.ts'

function timed<T>(work: () => T): { readonly value: T; readonly ms: number } {
  const began = performance.now()
  return { value: work(), ms: performance.now() - began }
}

describe('outlineOf', () => {
  it('knows code and comments wherever they stand, also in lists and quotes', () => {
    const text = 'a\n\n```\nb\n```\n\n- x\n\n      c\n\n> ~~~\n> d\n> ~~~\n\n<!-- e\nf -->\n\ng\n'
    const { lines, isProse } = outlineOf(text)
    expect(lines.filter((_, at) => isProse(at) && lines[at] !== '')).toEqual(['a', '- x', 'g'])
  })

  it('has an end: what follows the last heading it names is text', () => {
    const { headings } = outlineOf('# a\n'.repeat(MAX_HEADINGS + 50))
    expect(headings).toHaveLength(MAX_HEADINGS)
    expect(headings.at(-1)).toEqual({ level: 1, text: 'a', line: MAX_HEADINGS - 1, bodyLine: MAX_HEADINGS })
  })

  it('joins the lines of an underlined heading', () => {
    expect(outlineOf('one  \n  two\n===\n').headings).toEqual([{ level: 1, text: 'one two', line: 0, bodyLine: 3 }])
  })

  it('takes a heading with a long run of blanks as quickly as any other', () => {
    const { value, ms } = timed(() => outlineOf(`# a${' '.repeat(200_000)}b\n`).headings[0]!.text)
    expect(value).toHaveLength(200_002)
    expect(timed(() => headingKey(`a${'!'.repeat(200_000)}b`)).ms + ms).toBeLessThan(500)
  })
})

describe('a document that is made to be slow', () => {
  it('has its status line looked for in time, however many of them stand in code', () => {
    const text = `${'```\nStatus: x\n```\n'.repeat(20_000)}\nStatus: done\n`
    const { value, ms } = timed(() => statusLineOf(outlineOf(text)))
    expect(value).toMatchObject({ status: 'done', line: 60_001 })
    expect(ms).toBeLessThan(1500)
  })

  it('has a status with a long run of blanks', () => {
    const { value, ms } = timed(() => statusLineOf(outlineOf(`Status: a${' '.repeat(200_000)}b  \n`)))
    expect(value).toMatchObject({ start: 8, end: 200_010 })
    expect(ms).toBeLessThan(500)
  })

  it('has a plan with a long run of blanks in a line', () => {
    const outline = outlineOf(`## Current Status\n- Pending: 001, 002\n- a${' '.repeat(50_000)}b\n`)
    const { value, ms } = timed(() => planCounts(outline))
    expect(value).toMatchObject({ pending: 2 })
    expect(ms).toBeLessThan(500)
  })
})
