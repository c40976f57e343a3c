import fs from 'node:fs'
import path from 'node:path'
import { createOwnWrites } from '@shoko/contract'
import { expect, it } from 'vitest'
import { at, makeTree } from '../../test/tree.ts'
import { openRoot, type Root } from '../rooted-fs.ts'

function heardAt(root: Root): string[] {
  const heard: string[] = []
  root.onOwnWrite((changed) => heard.push(changed))
  return heard
}

it('hears of every change below it that another root makes', async () => {
  const writes = createOwnWrites()
  const dir = makeTree({ 'manuals/m/': '', 'old.md': 'x' })
  const vault = openRoot(dir, { writes })
  const heard = heardAt(openRoot(path.join(dir, 'manuals'), { writes }))
  await vault.create(at('manuals/m/a.md'), 'a')
  await vault.replace(at('manuals/m/a.md'), 'b')
  await vault.append(at('manuals/m/a.md'), 'c')
  await vault.move(at('old.md'), at('manuals/m/new.md'))
  await vault.remove(at('manuals/m/a.md'))
  await vault.create(at('manuals-2.md'), 'beside it')
  await vault.create(at('note.md'), 'above it')
  expect(heard).toEqual(['m/a.md', 'm/a.md', 'm/a.md', 'm/new.md', 'm/a.md'])
})

it('hears of a change that failed half-way as well', async () => {
  const root = openRoot(makeTree({ 'a.md': 'a' }))
  const heard = heardAt(root)
  await expect(root.create(at('a.md'), 'b')).rejects.toMatchObject({ reason: 'already_exists' })
  expect(heard).toEqual(['a.md'])
})

it('knows a folder by whatever link leads to it', async () => {
  const writes = createOwnWrites()
  const dir = makeTree({ 'real/manuals/': '' })
  fs.symlinkSync(path.join(dir, 'real'), path.join(dir, 'link'))
  const heard = heardAt(openRoot(path.join(dir, 'real/manuals'), { writes }))
  await openRoot(path.join(dir, 'link'), { writes }).create(at('manuals/a.md'), 'a')
  expect(heard).toEqual(['a.md'])
})

it('hears nothing from a root of another process, while there is no folder, or after it has stopped', async () => {
  const writes = createOwnWrites()
  const dir = makeTree({})
  const heard: string[] = []
  const stop = openRoot(path.join(dir, 'm'), { writes }).onOwnWrite((changed) => heard.push(changed))
  await openRoot(dir, { writes }).create(at('n.md'), 'a')
  await openRoot(dir).create(at('m/a.md'), 'a')
  expect(heard).toEqual([])
  await openRoot(dir, { writes }).create(at('m/b.md'), 'b')
  stop()
  await openRoot(dir, { writes }).create(at('m/c.md'), 'c')
  expect(heard).toEqual(['b.md'])
})
