import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseFile } from './nodes.ts'

function shown(text: string, path = 'm/guide.md') {
  const parsed = parseFile(path, text)
  return parsed.nodes.map((node) => ({
    title: node.title,
    line: node.line,
    chain: node.headings.join(' > '),
    text: parsed.searchText(node),
  }))
}

describe('parseFile', () => {
  it('splits Markdown at headings; a node searches its own part and carries its heading chain', () => {
    expect(shown('# A\none\n## B\ntwo\n# C\nthree')).toEqual([
      { title: 'A', line: 1, chain: 'A', text: 'one\n' },
      { title: 'B', line: 3, chain: 'A > B', text: 'two\n' },
      { title: 'C', line: 5, chain: 'C', text: 'three' },
    ])
  })

  it('ends a node at the next heading of the same or a higher level', () => {
    const text = '## A\n### A1\n#### A11\n### A2\n# B\n'
    const ends = parseFile('m/a.md', text).nodes.map(({ start, end }) => text.slice(start, end))
    expect(ends).toEqual(['## A\n### A1\n#### A11\n### A2\n', '### A1\n#### A11\n', '#### A11\n', '### A2\n', '# B\n'])
  })

  it('gives text before the first heading a node of its own at line 1', () => {
    expect(shown('\n\nhello\n# A\n')[0]).toEqual({ title: 'guide', line: 1, chain: '', text: '\n\nhello\n' })
    expect(shown('\n \n# A\n')).toHaveLength(1)
  })

  it('knows setext headings and leaves code, HTML and quotes alone', () => {
    const text = [
      'Title',
      '=====',
      'x',
      '```',
      '# code',
      '```',
      '',
      '    # indented',
      '',
      '<!--',
      '# comment',
      '-->',
      '',
      '> # quoted',
      '',
      '####### seven',
      '#none',
    ].join('\n')
    expect(shown(text).map(({ title, line }) => [title, line])).toEqual([['Title', 1]])
  })

  it('treats front matter as no heading, and its title as the name of the file', () => {
    const text = '---\ntitle: Hoja\ntags: [uno]\n---\n## A\nbody\n'
    expect(parseFile('m/x.md', text).title).toBe('Hoja')
    expect(shown(text)).toEqual([{ title: 'A', line: 5, chain: 'A', text: expect.stringContaining('tags: [uno]') }])
  })

  it('shows headings as a reader sees them', () => {
    const titles = shown('# `a` *b* [c](d) {#anchor}\n## &amp; \\* <b>x</b>\n#\n').map(({ title }) => title)
    expect(titles).toEqual(['a b c', '& * <b>x</b>', ''])
  })

  it('makes one node of a JSON file, found by its keys and values', () => {
    expect(shown('{"límite": {"a": [1, true, null, "\\u65e5本"]}}', 'm/d.json')).toEqual([
      { title: 'd.json', line: 1, chain: '', text: 'límite\na\n1\ntrue\n日本' },
    ])
  })

  it('searches broken JSON as it is written', () => {
    expect(shown('{"a": broken', 'm/d.json')[0]!.text).toBe('{"a": broken')
  })

  it('covers every character of a Markdown file by own parts, once', () => {
    const line = fc.constantFrom('# a', '## b', '### c', 'text', '', '```', 'x\n===', '---', '> # q', '- # l', '\r', '😀')
    fc.assert(
      fc.property(fc.array(line), fc.constantFrom('\n', '\r\n'), (lines, newline) => {
        const text = lines.join(newline)
        const { nodes } = parseFile('m/a.md', text)
        const covered = nodes.map(({ start, ownEnd }) => text.slice(start, ownEnd)).join('')
        expect(text.endsWith(covered)).toBe(true)
        expect(
          text
            .slice(0, text.length - covered.length)
            .replaceAll(/^---[\s\S]*?---/g, '')
            .trim(),
        ).toBe('')
      }),
    )
  })

  it('reads 100,000 headings', () => {
    const text = Array.from({ length: 100_000 }, (_, index) => `${'#'.repeat((index % 6) + 1)} h${index}`).join('\n')
    expect(parseFile('m/a.md', text).nodes).toHaveLength(100_000)
  })
})
