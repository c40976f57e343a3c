import { expect, it } from 'vitest'
import { parseCardId, ulidOfFileName } from './card-id.ts'

it('matches ids in any case', () => {
  expect(parseCardId(' 01jb6m7z3v6j7k2rx6h7m3h4q9 ')).toBe('01JB6M7Z3V6J7K2RX6H7M3H4Q9')
})

it.each(['../x', 'a/b', 'a\\b', 'a.b', '', ' ', '*', 'a\u0000b'])('refuses %j', (id) => {
  expect(() => parseCardId(id)).toThrow('invalid card id')
})

it('finds the id of Markdown whose name begins with a whole ULID', () => {
  expect(ulidOfFileName('01JB6M7Z3V6J7K2RX6H7M3H4Q9__slug.md')).toBe('01JB6M7Z3V6J7K2RX6H7M3H4Q9')
  expect(ulidOfFileName('01JB6M7Z3V6J7K2RX6H7M3H4Q9.md')).toBe('01JB6M7Z3V6J7K2RX6H7M3H4Q9')
  expect(ulidOfFileName('01jb6m7z3v6j7k2rx6h7m3h4q9 (copy).MD')).toBe('01JB6M7Z3V6J7K2RX6H7M3H4Q9')
  expect(ulidOfFileName('01JB6M7Z3V6J7K2RX6H7M3H4Q9__slug.txt')).toBeUndefined()
  expect(ulidOfFileName('README.md')).toBeUndefined()
  expect(ulidOfFileName('01JB6M7Z3V6J7K2RX6H7M3H4Q9x__slug.md')).toBeUndefined()
  expect(ulidOfFileName('01ABC__slug.md')).toBeUndefined()
})
