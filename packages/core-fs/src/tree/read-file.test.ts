import fs from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { once, recordedRoot } from '../../test/recorded-system.ts'
import { at, makeTree, openDescriptors, reasonOf, rootOf } from '../../test/tree.ts'
import { sha256 } from '../hash.ts'

it('decodes text and keeps a BOM', async () => {
  const file = await rootOf(makeTree({ 'a.md': '\uFEFFé\r\n' })).readText(at('a.md'))
  expect(file).toMatchObject({ text: '\uFEFFé\r\n', hash: sha256('\uFEFFé\r\n'), info: { size: 7, kind: 'file' } })
})

it.each([
  ['a lone byte', [0x61, 0xff]],
  ['a cut character', [0x61, 0xe3, 0x81]],
  ['an overlong form', [0xc0, 0xaf]],
  ['a surrogate', [0xed, 0xa0, 0x80]],
  ['a NUL', [0x61, 0x00]],
])('refuses %s as no text', async (_title, bytes) => {
  const dir = makeTree()
  fs.writeFileSync(path.join(dir, 'a.md'), Buffer.from(bytes))
  const root = rootOf(dir)
  expect(await reasonOf(root.readText(at('a.md')))).toBe('not_text')
  expect(await reasonOf(root.openLines(at('a.md')))).toBe('not_text')
  expect((await root.read(at('a.md'))).bytes).toEqual(Buffer.from(bytes))
})

it('refuses to hold a file of 300 MB at once, and names the way out', async () => {
  const dir = makeTree({ 'big.md': '' })
  fs.truncateSync(path.join(dir, 'big.md'), 300 * 1024 * 1024)
  const root = rootOf(dir)
  await expect(root.readText(at('big.md'))).rejects.toMatchObject({
    reason: 'not_text',
    message: expect.stringContaining('windows'),
  })
  expect((await root.read(at('big.md'), { maxBytes: 10 })).bytes).toHaveLength(10)
})

it('reads again when the file is saved under it', async () => {
  const dir = makeTree({ 'a.md': 'old' })
  const { root } = recordedRoot(dir, {
    readNow: once(() => {
      fs.writeFileSync(path.join(dir, 'a.md'), 'newer text')
    }),
  })
  expect((await root.readText(at('a.md'))).text).toBe('newer text')
})

it('reads large files through the pool, in any number of pieces', async () => {
  const text = 'é'.repeat(400_000)
  const { root, names } = recordedRoot(makeTree({ 'a.md': text }))
  expect((await root.readText(at('a.md'))).text).toBe(text)
  expect(names()).toContain('read')
  expect(names()).not.toContain('readNow')
})

it('reads a sweep through one open directory and closes it when the thread rests', async () => {
  const files = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`d${i % 2}/${i}.md`, String(i)]))
  const { root, names } = recordedRoot(makeTree(files))
  const descriptors = openDescriptors()
  const walked = root.sync.walk()
  expect(walked.map((file) => root.sync.read(file.path)?.toString())).toEqual(
    walked.map(({ path }) => /(\d+)\.md/.exec(path)![1]),
  )
  expect(names().filter((name) => name === 'open').length).toBeLessThan(40)
  expect(openDescriptors()).toBe(descriptors + 1)
  await new Promise((resolve) => setImmediate(resolve))
  expect(openDescriptors()).toBe(descriptors)
})
