import { expect, it } from 'vitest'
import { recordedRoot } from '../../test/recorded-system.ts'
import { at, makeTree } from '../../test/tree.ts'

const LARGE = 'x'.repeat(2 * 1024 * 1024)

/** The turns of the event loop in which a file was read before anything was written. */
async function turnsOfFirstLook(content: string): Promise<Set<number>> {
  const dir = makeTree({ 'note.md': content })
  const turns = new Set<number>()
  let turn = 0
  let isWriting = false
  const counting = setInterval(() => turn++, 0)
  const { root } = recordedRoot(dir, ({ name }) => {
    isWriting ||= name === 'write'
    if (name !== 'readNow' || isWriting) return undefined
    turns.add(turn)
    for (const end = performance.now() + 4; performance.now() < end; ); // as slow as a busy disk
    return undefined
  })
  await root.replace(at('note.md'), 'new')
  clearInterval(counting)
  return turns
}

it('lets other work run while it compares a large file', async () => {
  expect((await turnsOfFirstLook(LARGE)).size).toBeGreaterThan(1)
})

it('compares a small file without leaving the thread', async () => {
  expect((await turnsOfFirstLook('small')).size).toBe(1)
})

it('needs no more memory than a small file has', async () => {
  const { root, calls } = recordedRoot(makeTree({ 'note.md': 'small' }))
  await root.replace(at('note.md'), 'new')
  const buffers = calls.filter(({ name }) => name === 'readNow').map(({ args }) => (args[1] as Uint8Array).byteLength)
  expect(Math.max(...buffers)).toBeLessThan(4096)
})

it('reads to the end of a file that grows meanwhile', async () => {
  const dir = makeTree({ 'note.md': 'old' })
  const { writeFileSync } = await import('node:fs')
  let reads = 0
  const { root } = recordedRoot(dir, {
    readNow() {
      if (++reads === 1) writeFileSync(`${dir}/note.md`, LARGE)
    },
  })
  await root.replace(at('note.md'), LARGE)
  expect(reads).toBeGreaterThan(100)
})
