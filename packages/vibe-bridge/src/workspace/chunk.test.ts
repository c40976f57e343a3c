import { codePointLength } from '@shoko/core-fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chunkMarkdown, MAX_CHUNK_CHARS } from './chunk.ts'
import { outlineOf } from './outline.ts'

const chunk = (text: string) => chunkMarkdown(text, outlineOf(text))

describe('chunkMarkdown', () => {
  it('cuts at headings of level 1 and 2 and keeps deeper ones inside', () => {
    const chunks = chunk('intro\n\n# One\na\n### Deep\nb\n## Two\nc\n')
    expect(chunks.map(({ heading, text }) => [heading, text])).toEqual([
      ['', 'intro\n\n'],
      ['# One', '# One\na\n### Deep\nb\n'],
      ['## Two', '## Two\nc\n'],
    ])
  })

  it('takes a # inside fenced and indented code for text', () => {
    expect(chunk('# One\n```sh\n# not a heading\n```\n\n    # nor this\n').map(({ heading }) => heading)).toEqual(['# One'])
  })

  it('knows headings that are underlined', () => {
    expect(chunk('Title\n=====\ntext\n\nPart\n----\nmore\n').map(({ heading }) => heading)).toEqual(['# Title', '## Part'])
  })

  it('keeps a heading without text', () => {
    expect(chunk('# One\n## Two\n')).toHaveLength(2)
  })

  it('cuts long sections before a paragraph, and every part keeps the heading', () => {
    const paragraph = `${'word '.repeat(500)}\n\n`
    const chunks = chunk(`## Long\n\n${paragraph.repeat(5)}`)
    expect(chunks.length).toBeGreaterThan(1)
    expect(chunks.every(({ heading }) => heading === '## Long')).toBe(true)
    expect(chunks.slice(1).every(({ text }) => text.startsWith('word'))).toBe(true)
  })

  it('cuts a paragraph that is too long at lines, and a line that is too long anywhere', () => {
    const lines = chunk(`## Lines\n${`${'x'.repeat(90)}\n`.repeat(100)}`)
    expect(lines.slice(0, -1).every(({ text }) => text.endsWith('\n'))).toBe(true)
    const hard = chunk(`## Hard\n${'𠮷'.repeat(7000)}`)
    expect(hard.map(({ text }) => codePointLength(text))).toEqual([8, 6000, 1000])
  })

  it('drops nothing but blank space before the first heading, and no part is longer than the limit', () => {
    const line = fc.oneof(
      fc.constantFrom('# A', '## B', '### C', '```', '    code', '', '---', '===', '> # quoted', '- item', '\t'),
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.string({ minLength: 2000, maxLength: 4000 }),
    )
    const text = fc
      .tuple(fc.array(line, { maxLength: 30 }), fc.constantFrom('\n', '\r\n', '\r'))
      .map(([lines, end]) => lines.join(end))
    fc.assert(
      fc.property(text, (source) => {
        const chunks = chunk(source)
        const joined = chunks.map((part) => part.text).join('')
        expect(source.endsWith(joined)).toBe(true)
        expect(source.slice(0, source.length - joined.length).trim()).toBe('')
        for (const part of chunks) expect(codePointLength(part.text)).toBeLessThanOrEqual(MAX_CHUNK_CHARS)
      }),
      { numRuns: 300 },
    )
  })
})
