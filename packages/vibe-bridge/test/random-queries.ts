/** Words that mean something to FTS5, and words that mean something to people. */
export const SYNTAX = ['AND', 'OR', 'NOT', 'NEAR(', 'NEAR/2', 'alpha']

const PIECES = [
  ...[
    '"',
    '*',
    '-',
    '(',
    ')',
    '{',
    '}',
    ':',
    '^',
    '+',
    ' ',
    ' ',
    '\\',
    "'",
    ';',
    ',',
    '\n',
    '\u0000',
    '\ud800',
    '“',
    '”',
    '|',
    '~',
    '%',
  ],
  ...SYNTAX,
  ...['beta', '検索', '機能', 'を', 'canción', 'ñ', '𠮷', 'ﾊﾞ', '①', 'heading:', 'body', 'rowid'],
]

/** Queries as nobody writes them, the same ones every time: pieces of FTS5 syntax, words, and arbitrary code units. */
export function* randomQueries(count: number, seed = 7): Generator<string> {
  let state = seed
  const next = (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  const piece = () => (next(10) === 0 ? String.fromCharCode(next(0x10000)) : PIECES[next(PIECES.length)]!)
  for (let at = 0; at < count; at++) yield Array.from({ length: 1 + next(12) }, piece).join('')
}
