import fs from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { recordedRoot } from '../../test/recorded-system.ts'
import { at, makeTree, rootOf } from '../../test/tree.ts'

it('makes the file and its folders, then adds to its end', async () => {
  const dir = makeTree()
  const root = rootOf(dir)
  await root.append(at('a/log.ndjson'), '{"n":1}\n')
  await root.append(at('a/log.ndjson'), '{"n":2}\n')
  expect(fs.readFileSync(path.join(dir, 'a/log.ndjson'), 'utf8')).toBe('{"n":1}\n{"n":2}\n')
})

it('closes a line that a killed process left open', async () => {
  const dir = makeTree({ 'log.ndjson': '{"n":1}\n{"n":' })
  await rootOf(dir).append(at('log.ndjson'), '{"n":2}\n')
  expect(fs.readFileSync(path.join(dir, 'log.ndjson'), 'utf8')).toBe('{"n":1}\n{"n":\n{"n":2}\n')
})

it('writes even a line of 2 MB in one piece', async () => {
  const dir = makeTree()
  const { root, names } = recordedRoot(dir)
  const line = `${'x'.repeat(2_000_000)}\n`
  await root.append(at('log.ndjson'), line)
  expect(names().filter((name) => name === 'write')).toHaveLength(1)
  expect(fs.statSync(path.join(dir, 'log.ndjson')).size).toBe(line.length)
})

it('keeps lines whole when many are added at once under the lock', async () => {
  const dir = makeTree()
  const root = rootOf(dir)
  const lines = Array.from({ length: 30 }, (_, n) => `${JSON.stringify({ n, text: 'x'.repeat(600_000 * (n % 2)) })}\n`)
  await Promise.all(lines.map((line) => root.exclusive(() => root.append(at('log.ndjson'), line))))
  const read = fs.readFileSync(path.join(dir, 'log.ndjson'), 'utf8').trimEnd().split('\n')
  expect(read.map((line) => (JSON.parse(line) as { n: number }).n)).toEqual(lines.map((_, n) => n))
})
