import { examples } from '@shoko/testkit/examples'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { excessOf, MAX_JSON_KEYS, parseMessage, RefusedJson } from './json-guard.ts'

const bytes = (text: string) => Buffer.from(text)

function refusalOf(input: Buffer): RefusedJson {
  try {
    parseMessage(input)
  } catch (error) {
    if (error instanceof RefusedJson) return error
  }
  throw new Error('it was taken')
}

describe('the scan of a message', () => {
  it('refuses more keys than anybody sends, wherever they stand', () => {
    const objects = (keys: number) => Buffer.from(`[${Array.from({ length: keys / 2 }, () => '{"a":1,"b:":2}').join()}]`)
    expect(excessOf(objects(MAX_JSON_KEYS))).toBeUndefined()
    expect(excessOf(objects(MAX_JSON_KEYS + 2))).toBe('more than 20000 keys')
  })

  it('allows 64 levels and 100,000 values, and no more', () => {
    const deep = (levels: number) => bytes('['.repeat(levels) + ']'.repeat(levels))
    const wide = (values: number) =>
      bytes(
        `[${Array(values - 1)
          .fill('{}')
          .join(', ')}]`,
      )
    expect([excessOf(deep(64)), excessOf(deep(65))]).toEqual([undefined, 'more than 64 levels'])
    expect([excessOf(wide(100_000)), excessOf(wide(100_001))]).toEqual([undefined, 'more than 100000 values'])
  })

  it('is not misled by what stands in strings', () => {
    expect(excessOf(bytes(JSON.stringify({ a: `${'['.repeat(100)}"\\"${'{'.repeat(100)}`, b: '\\' })))).toBeUndefined()
    expect(excessOf(bytes(`"${'\\"['.repeat(100)}`))).toBeUndefined()
    expect(excessOf(bytes(`{"a":"\\\\",${'"b":['.repeat(70)}`))).toBe('more than 64 levels')
  })

  it('finds the end of every string, however long', () => {
    const deep = '['.repeat(64)
    const texts = fc.array(fc.constantFrom('"', '\\', '[', 'a'.repeat(30)), { maxLength: 300 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(texts, (text) => {
        const string = JSON.stringify(text)
        expect(excessOf(bytes(`[${string}]`))).toBeUndefined()
        expect(excessOf(bytes(`[${string},${deep}`))).toBe('more than 64 levels')
      }),
    )
  })

  it('takes every message that JSON.stringify writes, as it was', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        expect(parseMessage(bytes(JSON.stringify(value)))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })

  it('ends for any bytes', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (input) => void excessOf(input)))
  })
})

describe('a refused message', () => {
  examples('is one with %s', (_kind, input) => refusalOf(input).code, [
    ['a byte order mark', bytes('\u{feff}{}'), -32700],
    ['bytes that are not UTF-8', Buffer.from([0x22, 0xc0, 0xaf, 0x22]), -32700],
    ['half a message', bytes('{"a":'), -32700],
    ['nothing', bytes(''), -32700],
    ['a long id', bytes(JSON.stringify({ id: 'x'.repeat(513) })), -32600],
    ['a long progress token', bytes(JSON.stringify({ id: 1, params: { _meta: { progressToken: 'x'.repeat(513) } } })), -32600],
    ['a long handshake', bytes(JSON.stringify({ id: 1, method: 'initialize', params: { x: 'x'.repeat(70_000) } })), -32600],
  ])

  it('is answered by its id when that can be seen', () => {
    const deep = '['.repeat(65) + ']'.repeat(65)
    const id = (text: string) => (refusalOf(bytes(text)).answer() as { id: unknown }).id
    expect(id(`{"jsonrpc":"2.0","id":7,"params":${deep}}`)).toBe(7)
    expect(id(`{"params":{"id":3,"x":${deep}},"id" : "a-b"}`)).toBe('a-b')
    expect(id(`{"params":{"id":3,"x":${deep}}}`)).toBeNull()
    expect(id(`[{"id":3,"x":${deep}}]`)).toBeNull()
  })
})
