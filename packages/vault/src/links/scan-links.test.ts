import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scanLinks } from './scan-links.ts'

function found(text: string): string[] {
  return scanLinks(text).map(({ kind, start, end, target }) => {
    const path = text.slice(start, end)
    return `${kind} ${target}${target.startsWith(path) ? '' : ` (${path})`}`
  })
}

describe('scanLinks', () => {
  it('finds wiki links and embeds, with heading and alias', () => {
    expect(found('See [[note]], [[a/b#part|the part]], ![[pic.png|300]] and [[ spaced |x]].')).toEqual([
      'wiki note',
      'wiki a/b#part',
      'embed pic.png',
      'wiki spaced',
    ])
  })

  it('finds the escaped pipe of a table', () => {
    const text = '| a | b |\n|---|---|\n| [[note\\|alias]] | [[other#h\\|x]] |'
    expect(found(text)).toEqual(['wiki note', 'wiki other#h'])
  })

  it('finds Markdown links, images, angle brackets, titles and definitions', () => {
    const text = `[a](x.md) ![b](img/p.png "A title") [c](<my note.md#h> 'q') [d](a_(b).md)

[ref]: ../other%20note.md "t"
[two]:
  <spaced name.md>
`
    expect(found(text)).toEqual([
      'markdown x.md',
      'image img/p.png',
      'markdown my note.md#h',
      'markdown a_(b).md',
      'definition ../other%20note.md',
      'definition spaced name.md',
    ])
  })

  it('finds an image inside a link, and no link inside a link', () => {
    expect(found('[![alt](pic.png)](note.md)')).toEqual(['image pic.png', 'markdown note.md'])
    expect(found('[a [b](c.md) d](e.md)')).toEqual(['markdown c.md'])
  })

  it('leaves out addresses, places in the same note, absolute paths, footnotes and templates', () => {
    const text =
      '[a](https://x.org/a.md) [b](mailto:a@b.c) [c](#here) [[#here]] [[https://x.org]] [d](/root.md) [e]({{url}}) [f](www.x.org)\n\n[^1]: note.md\n'
    expect(found(text)).toEqual([])
  })

  it('takes nothing in code for a link', () => {
    const text = [
      '`[[a]]` and ``[b](b.md) ` [[c]]`` but [[yes]]',
      '',
      '```md',
      '[[d]]',
      '```',
      '~~~~',
      '[e](e.md)',
      '~~~',
      '[[f]]',
      '~~~~',
      '',
      '    [[g]]',
      '',
      '\t[h](h.md)',
      '',
      'text',
      '    [[continued]]',
    ].join('\n')
    expect(found(text)).toEqual(['wiki yes', 'wiki continued'])
  })

  it('takes nothing in code for a link, far down a long note either', () => {
    expect(found(`${'words, '.repeat(50)}\n\ntext [a](b.md) \`[[c]]\` [[d]] \`\`[[e]]\`\` [[f]]`)).toEqual([
      'markdown b.md',
      'wiki d',
      'wiki f',
    ])
  })

  it('finds links in nested lists and quotes, and passes over code in them', () => {
    const text = [
      '- one',
      '    - [[deep]]',
      '',
      '    - [[deeper]] after a blank line',
      '  ```',
      '  [[code]]',
      '  ```',
      '- [[after]]',
      '',
      '> [[quoted]]',
      '> ```',
      '> [[quoted code]]',
      '[[outside]]',
    ].join('\n')
    expect(found(text)).toEqual(['wiki deep', 'wiki deeper', 'wiki after', 'wiki quoted', 'wiki outside'])
  })

  it('lets a code span end in its own paragraph only', () => {
    expect(found('a ` b [[one]]\n\nc ` d [[two]]')).toEqual(['wiki one', 'wiki two'])
    expect(found('a ` b [[one]]\nc ` d [[two]]')).toEqual(['wiki two'])
    expect(found('# a ` b [[one]]\nc ` d [[two]]')).toEqual(['wiki one', 'wiki two'])
  })

  it('finds wiki links in front matter, where nothing else is a link', () => {
    expect(found('---\nup: "[[parent]]"\nx: [a](b.md)\nkey: `y`\n---\n[c](d.md)')).toEqual(['wiki parent', 'markdown d.md'])
  })

  it('heeds backslashes', () => {
    expect(found('\\[[a]] \\[b](b.md) \\`[[c]]\\`')).toEqual(['wiki c'])
  })

  it('reads every newline style', () => {
    for (const newline of ['\n', '\r\n', '\r']) {
      expect(found(['---', 'a: 1', '---', '[[a]]', '```', '[[b]]', '```', '[[c]]'].join(newline))).toEqual(['wiki a', 'wiki c'])
    }
  })

  it('points at what is written, whatever the text', () => {
    const marks = '[[ ]] [ ] ( ) ` ``` a é 日 | # \\ < > !['.split(' ')
    const pieces = fc.constantFrom(...marks, '\n', '\n\n', '    ', '- ', '> ', ']: ')
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
        const text = parts.join('')
        let last = 0
        for (const { start, end, target } of scanLinks(text)) {
          expect(start).toBeGreaterThanOrEqual(last)
          expect(end).toBeGreaterThan(start)
          expect(target.startsWith(text.slice(start, end))).toBe(true)
          last = end
        }
      }),
      { numRuns: 2000 },
    )
  })

  it('takes time in proportion to the text, whatever is in it', () => {
    const hostile = [
      '[[',
      '[',
      '[a](',
      '![',
      '`',
      '``` ',
      '[[a|',
      '](a',
      '[a]: ',
      '> ',
      '- ',
      '\n[',
      '\n\n`',
      '---\n',
      '[x](<',
      '[x](a "',
      '\\',
      '[[a\n\n',
      'word\n\n',
    ]
    // Passing over a text again for every piece of it would take hours.
    for (const piece of hostile) expect(scanLinks(piece.repeat(1_000_000 / piece.length)).length, piece).toBeLessThan(300_000)
  })
})
