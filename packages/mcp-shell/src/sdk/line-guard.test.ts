import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import type { RefusedJson } from '../json-guard.ts'
import { LineGuard } from './line-guard.ts'

async function through(chunks: readonly string[], maxBytes = 1000) {
  const refused: object[] = []
  const guard = new LineGuard(maxBytes, (refusal: RefusedJson) => void refused.push(refusal.answer()))
  const lines: string[] = []
  guard.on('data', (line: Buffer) => lines.push(line.toString('utf8')))
  for (const chunk of chunks) guard.write(Buffer.from(chunk))
  guard.end()
  await once(guard, 'end')
  return { lines, refused }
}

describe('the lines of a client', () => {
  it('come whole, however they were cut', async () => {
    expect((await through(['{"a":', '1}\n{"b"', ':2}\n\n{"c":3}\n{"d"'])).lines).toEqual([
      '{"a":1}\n',
      '{"b":2}\n',
      '\n',
      '{"c":3}\n',
    ])
  })

  it('are dropped and answered when they are too much, and the next ones are served', async () => {
    const deep = `{"id":5,"x":${'['.repeat(65)}\n`
    const { lines, refused } = await through([deep, `{"id":6,"x":"${'x'.repeat(600)}`, `${'x'.repeat(600)}"}\n`, '{"id":7}\n'])
    expect(lines).toEqual(['{"id":7}\n'])
    expect(refused).toMatchObject([
      { id: 5, error: { code: -32600, message: expect.stringContaining('64 levels') } },
      { id: null, error: { code: -32600, message: expect.stringContaining('1000 bytes') } },
    ])
  })

  it('cost no more than their length when they come in many pieces', async () => {
    const { refused } = await through(Array(100_000).fill('"xxxxxxxxxxxxxxxxxxxxx"').concat('\n'), 4 * 1024 * 1024)
    expect(refused.length).toBe(0)
  })
})
