import { existsSync } from 'node:fs'
import type { ToolDescriptor } from '@shoko/contract'
import { describe, expect, it } from 'vitest'
import { callTool, reasonOf, vaultWith } from '../test/vault-tree.ts'
import type { VaultContext } from './context.ts'
import { vaultCreate } from './tools/vault-create.ts'
import { vaultFind } from './tools/vault-find.ts'
import { vaultLinks } from './tools/vault-links.ts'
import { vaultLs } from './tools/vault-ls.ts'
import { vaultMove } from './tools/vault-move.ts'
import { vaultRead } from './tools/vault-read.ts'
import { vaultReplace } from './tools/vault-replace.ts'
import { vaultScan } from './tools/vault-scan.ts'
import { vaultSearch } from './tools/vault-search.ts'
import { vaultTrash } from './tools/vault-trash.ts'

type Tool = ToolDescriptor<VaultContext>

const tree = { 'reference/glossary.md': '# Glossary', 'clientes/lista.md': '# Lista', 'a.md': 'x' }
const notes: readonly (readonly [Tool, Record<string, unknown>])[] = [
  [vaultRead, { path: 'glosary', full: true }],
  [vaultScan, { path: 'glosary' }],
  [vaultLinks, { path: 'glosary' }],
  [vaultTrash, { path: 'glosary' }],
  [vaultReplace, { path: 'glosary', find: 'x', replace: 'y' }],
  [vaultMove, { from: 'glosary', to: 'b.md' }],
]
const folders: readonly (readonly [Tool, Record<string, unknown>])[] = [
  [vaultLs, { relative_dir: 'clients' }],
  [vaultSearch, { query: 'x', relative_dir: 'clients' }],
  [vaultFind, { query: 'x', scope: { relative_dir: 'clients' } }],
]

describe('a path that names nothing', () => {
  it.each(notes.map(([tool, args]) => [tool.name, tool, args] as const))(
    'is answered by %s with notes called much like it',
    async (_, tool, args) => {
      await expect(callTool(tool, vaultWith(tree), args)).rejects.toMatchObject({
        reason: 'not_found',
        message: 'glosary: not found; did you mean reference/glossary.md?',
        details: { did_you_mean: ['reference/glossary.md'] },
      })
    },
  )

  it.each(folders.map(([tool, args]) => [tool.name, tool, args] as const))(
    'is answered by %s with folders',
    async (_, tool, args) => {
      await expect(callTool(tool, vaultWith(tree), args)).rejects.toThrow('clients: not found; did you mean clientes?')
    },
  )

  it('is told apart from a folder or a file that the other tool takes', async () => {
    const vault = vaultWith(tree)
    await expect(callTool(vaultRead, vault, { path: 'reference', range: {} })).rejects.toThrow(
      /^reference: is a folder; vault_ls lists it$/,
    )
    await expect(callTool(vaultLs, vault, { relative_dir: 'a.md' })).rejects.toThrow(
      /^a\.md: is a file, not a folder; vault_read opens it$/,
    )
  })
})

describe('a file where a folder would have to be', () => {
  it('is named, and nothing is made or moved', async () => {
    const vault = vaultWith(tree)
    const works = [
      callTool(vaultCreate, vault, { path: 'a.md/b/c.md', content: 'x' }),
      callTool(vaultMove, vault, { from: 'clientes/lista.md', to: 'a.md/lista.md' }),
    ]
    for (const work of works) {
      await expect(work).rejects.toMatchObject({
        reason: 'already_exists',
        message: 'a.md: is a file, so nothing can lie below it; choose another folder',
      })
    }
    expect([existsSync(vault.at('clientes/lista.md')), existsSync(vault.at('.system/shoko/move.json'))]).toEqual([true, false])
    expect(await reasonOf(callTool(vaultCreate, vault, { path: 'b/c.md', content: 'x' }))).toBe('no error')
  })
})
