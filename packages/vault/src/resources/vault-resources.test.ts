import { writeFileSync } from 'node:fs'
import { plainCall } from '@shoko/contract'
import { examples } from '@shoko/testkit/examples'
import { describe, expect, it } from 'vitest'
import { reasonOf, type TestVault, vaultWith } from '../../test/vault-tree.ts'
import { writeNote } from '../tools/vault-write.ts'
import { vaultResources } from './vault-resources.ts'

const PIXEL = Buffer.from('iVBORw0KGgo=', 'base64')
const TREE = {
  'recipes/espresso.md': '# Swallow Espresso\n\n18 g.\n',
  'reading/a b.md': '---\ntitle: Water for coffee\naliases: [agua]\n---\ntext\n',
  '量り/方式.md': '# 方式の一覧\n',
  'pictures/cup.png': PIXEL,
  'people/ruth.md': 'Barista.\n\n## Ask her about\n\nWater.\n',
  '.system/x.md': 'hidden',
}
const read = ({ context }: TestVault, uri: string) => vaultResources.read(context, uri, plainCall)
const complete = ({ context }: TestVault, value: string) =>
  vaultResources.complete!(context, { ref: 'vault://{+path}', argument: 'path', value, known: {} })

describe('notes as resources', () => {
  it('are whole, by their path, encoded or not', async () => {
    const vault = vaultWith(TREE)
    expect(await read(vault, 'vault://reading/a%20b.md')).toMatchObject({
      mimeType: 'text/markdown',
      text: TREE['reading/a b.md'],
    })
    expect(await read(vault, 'vault://量り/方式.md')).toMatchObject({ text: TREE['量り/方式.md'] })
  })

  it('are pictures too, up to 5 MB', async () => {
    const vault = vaultWith({ ...TREE, 'big.png': Buffer.alloc(5 * 1024 * 1024 + 1) })
    expect(await read(vault, 'vault://pictures/cup.png')).toEqual({
      uri: 'vault://pictures/cup.png',
      mimeType: 'image/png',
      blob: PIXEL.toString('base64'),
    })
    expect(await reasonOf(read(vault, 'vault://big.png'))).toBe('not_text')
  })

  examples('say what is wrong with %s', (uri) => reasonOf(read(vaultWith(TREE), uri)), [
    ['vault://nothing.md', 'not_found'],
    ['vault://../x.md', 'invalid_path'],
    ['vault://%2e%2e/x.md', 'invalid_path'],
    ['vault://%ff', 'invalid_path'],
  ])

  it('are listed with their titles, the last changed first', async () => {
    const vault = vaultWith(TREE)
    await writeNote(vault.context, { path: 'recipes/espresso.md', content: 'more\n', mode: 'append' })
    const { text } = (await read(vault, 'vault://')) as { text: string }
    const { total, notes } = JSON.parse(text)
    expect(total).toBe(5)
    expect(notes[0]).toEqual({ path: 'recipes/espresso.md', title: 'Swallow Espresso', modified: expect.any(String) })
  })

  it('complete by title, by other names and by path', async () => {
    const vault = vaultWith(TREE)
    expect(await complete(vault, 'espr swal')).toEqual([{ value: 'recipes/espresso.md', title: 'Swallow Espresso' }])
    expect(await complete(vault, 'ask her')).toEqual([{ value: 'people/ruth.md', title: 'ruth' }])
    expect(await complete(vault, 'agua')).toEqual([{ value: 'reading/a b.md', title: 'Water for coffee' }])
    expect(await complete(vault, '一覧')).toEqual([{ value: '量り/方式.md', title: '方式の一覧' }])
    expect(await complete(vault, 'hidden')).toEqual([])
  })

  it('are announced when this process or another one writes them', async () => {
    const told: string[] = []
    const vault = vaultWith(TREE, {}, { publish: ({ uri }) => told.push(uri) })
    await vaultResources.watch!(vault.context, 'vault://recipes/espresso.md')
    await vaultResources.watch!(vault.context, 'vault://')
    await writeNote(vault.context, { path: 'recipes/espresso.md', content: 'more\n', mode: 'append' })
    await expect.poll(() => told.toSorted()).toEqual(['vault://', 'vault://recipes/espresso.md'])
    writeFileSync(vault.at('reading/a b.md'), 'other')
    await expect.poll(() => told.filter((uri) => uri === 'vault://').length).toBeGreaterThan(1)
  })
})
