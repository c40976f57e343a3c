import { describe, expect, it } from 'vitest'
import { parseQuery } from './query.ts'
import { windowOf } from './snippet.ts'
import { createTokenizer } from './tokens.ts'

const tokenizer = createTokenizer()

function snippet(query: string, body: string, heading = ''): string {
  const needles = parseQuery(query, tokenizer).wanted.flatMap((unit) => unit.needles)
  return windowOf({ heading, body }, { needles, tokenizer }).snippet
}

describe('a snippet', () => {
  it('marks matches as in the seed, neighbours together', () => {
    expect(snippet('indexador sqlite schema', 'diseñar el schema SQLite para el indexador del MCP server')).toBe(
      'diseñar el **schema SQLite** para el **indexador** del MCP server',
    )
  })

  it('marks other forms of a word, accents and parts of Japanese words', () => {
    expect(snippet('index', 'The indexing of indices')).toContain('**indexing**')
    expect(snippet('cancion', 'Dos canciones')).toBe('Dos **canciones**')
    expect(snippet('期機', '同期機能')).toBe('同**期機**能')
    expect(snippet('ガ', 'ｶﾞｽ')).toBe('**ｶﾞｽ**')
  })

  it('marks phrases whole and prefixes to the end of the word', () => {
    expect(snippet('"alpha beta"', 'beta alpha, alpha beta')).toBe('beta alpha, **alpha beta**')
    expect(snippet('implem*', 'Implementar la búsqueda')).toBe('**Implementar** la búsqueda')
  })

  it('shows the part of a long text with the most matches, on one line', () => {
    const body = `${'nothing here. '.repeat(40)}\n\nalpha\nand beta\n\n${'nothing here. '.repeat(40)} alpha`
    const text = snippet('alpha beta', body)
    expect(text).toMatch(/^\.\.\..*\*\*alpha\*\* and \*\*beta\*\*.*\.\.\.$/)
    expect(text.length).toBeLessThan(260)
  })

  it('has no marks but its own', () => {
    expect(snippet('alpha', '**bold** __alpha__ ### x\n## Deep\ntext')).toBe('bold **alpha** ### x Deep text')
  })

  it('shows the heading when only that matches', () => {
    expect(snippet('alpha', 'body', '## Alpha part')).toBe('**Alpha** part body')
  })
})
