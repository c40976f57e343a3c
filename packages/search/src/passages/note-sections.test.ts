import { describe, expect, it } from 'vitest'
import { sectionsOf } from './note-sections.ts'

const shown = (text: string) =>
  sectionsOf(text).map(({ headings, startLine, endLine, bodyStart, bodyLine, end }) => [
    headings.join('>'),
    startLine,
    endLine,
    bodyLine,
    text.slice(bodyStart, end).trim(),
  ])

describe('sectionsOf', () => {
  it('cuts a text at its headings, whichever way they are written', () => {
    expect(shown('before\n\n# One\n\ntext\n\n## Two ##\nmore\n\nThree\n=====\nend\n')).toEqual([
      ['', 1, 2, 1, 'before'],
      ['One', 3, 6, 4, 'text'],
      ['One>Two', 7, 9, 8, 'more'],
      ['Three', 10, 12, 12, 'end'],
    ])
  })

  it('takes nothing for a heading in front matter, fences, tables and lists', () => {
    const text = '---\ntitle: x\n---\n\n```\n# no\n---\n```\n\n| a |\n---\n\n- item\n---\n\n#hashtag\n'
    expect(shown(text)).toHaveLength(1)
  })

  it('takes a list, a quote, code, a blank line or a heading above a row of dashes for no heading', () => {
    for (const line of ['1. item', '> quote', '    code', '\tcode', '   ', '# A', '```\n```'])
      expect(shown(`text\n\n${line}\n---\nend`).filter(([heading]) => heading !== '' && heading !== 'A')).toEqual([])
    expect(shown('   One\n  ---\nend\n')).toEqual([['One', 1, 3, 3, 'end']])
  })

  it('leaves what follows ten thousand headings to the last of them', () => {
    const text = Array.from({ length: 10_050 }, (_, n) => `# H${n}\ntext ${n}\n`).join('')
    const sections = sectionsOf(text)
    expect(sections).toHaveLength(10_001)
    expect(sections.at(-1)).toMatchObject({ headings: ['H10000'], end: text.length, endLine: 20_100 })
  })

  it('gives one section for a text without headings, and none for an empty one', () => {
    expect(shown('a\nb')).toEqual([['', 1, 2, 1, 'a\nb']])
    expect(shown('')).toEqual([])
    expect(shown('# A')).toEqual([['A', 1, 1, 2, '']])
  })
})
