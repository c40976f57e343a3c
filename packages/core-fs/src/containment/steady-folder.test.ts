import fs from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { at, listTree, makeTree, rootOf } from '../../test/tree.ts'

it.runIf(process.platform === 'linux')('is, while a section runs, the folder that it was at the beginning', async () => {
  const dir = makeTree({ 'root/a.md': 'a', 'other/b.md': 'b' })
  const root = rootOf(path.join(dir, 'root'))
  await root.exclusive(async () => {
    fs.renameSync(path.join(dir, 'root'), path.join(dir, 'moved'))
    fs.renameSync(path.join(dir, 'other'), path.join(dir, 'root'))
    await root.create(at('new.md'), 'x')
    expect((await root.readText(at('a.md'))).text).toBe('a')
  })
  expect(listTree(path.join(dir, 'root'))).toEqual(['b.md'])
  expect(fs.readFileSync(path.join(dir, 'moved/new.md'), 'utf8')).toBe('x')
  root.close()
})
