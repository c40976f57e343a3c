import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openRoot, type Root } from '@shoko/core-fs'
import { expect, it, onTestFinished } from 'vitest'
import { discoverBoards } from './discovery.ts'

it('finds boards by the names of folders: ten thousand notes beside them are not looked at', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'shoko-discovery-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  for (const path of ['.kanban', 'app/.kanban', 'notes']) mkdirSync(join(dir, path), { recursive: true })
  writeFileSync(join(dir, 'notes/a.md'), 'a')
  const root = openRoot(dir, { hidden: 'reached' })
  onTestFinished(() => root.close())
  const looked: string[] = []
  const look = async (path: string): Promise<never> => {
    looked.push(path)
    throw new Error(`${path} was looked at`)
  }
  const blind: Root = { ...root, list: look, stat: look, find: look, walk: ({ dir: path = '' } = {}) => look(path) }
  expect((await discoverBoards([blind])).map(({ path }) => path)).toEqual(['', 'app'])
  expect(looked).toEqual([])
})
