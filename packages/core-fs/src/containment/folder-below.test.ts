import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { recordedRoot } from '../../test/recorded-system.ts'
import { at, LOCK, listTree, makeTree, openDescriptors, reasonOf } from '../../test/tree.ts'
import { descriptorContainment } from './containment-linux.ts'
import { checkedContainment } from './containment-portable.ts'

describe.runIf(process.platform === 'linux').each([
  ['directory descriptors', descriptorContainment],
  ['looks before and after', checkedContainment],
] as const)('a root below a root, by %s', (_title, containment) => {
  function boardTree() {
    const dir = makeTree({ 'outside/note.md': 'OUTSIDE', 'root/sub/board/note.md': 'inside' })
    const { root } = recordedRoot(path.join(dir, 'root'), undefined, containment)
    const exchange = (name: string) => {
      fs.renameSync(path.join(dir, 'root', name), path.join(dir, 'root', `${name}-aside`))
      fs.symlinkSync(path.join(dir, 'outside'), path.join(dir, 'root', name))
    }
    return { dir, root, board: root.below(at('sub/board'), { lockPath: LOCK }), exchange }
  }

  it('reads and writes as a root does', async () => {
    const { dir, board } = boardTree()
    expect((await board.readText(at('note.md'))).text).toBe('inside')
    await board.exclusive(() => board.create(at('new/card.md'), 'x'))
    expect(listTree(path.join(dir, 'root/sub/board'))).toContain('new/card.md')
    expect(board.absolutePath).toBe(path.join(dir, 'root/sub/board'))
    board.close()
  })

  it.each(['sub/board', 'sub'])('refuses every call while %s is a link, before and after the first use', async (name) => {
    for (const used of [false, true]) {
      const { dir, board, exchange } = boardTree()
      if (used) await board.read(at('note.md'))
      exchange(name)
      fs.mkdirSync(path.join(dir, 'outside/board'))
      const before = listTree(path.join(dir, 'outside'))
      for (const call of [
        board.readText(at('note.md')),
        board.list(at('x')),
        board.create(at('new.md'), 'x'),
        board.replace(at('note.md'), 'x'),
        board.append(at('log.ndjson'), 'x\n'),
        board.exclusive(async () => {}),
      ])
        expect(await reasonOf(call)).toBe('outside_root')
      expect(listTree(path.join(dir, 'outside'))).toEqual(before)
      board.close()
    }
  })

  it('follows its name to another folder, and is missing when there is none', async () => {
    const { dir, board } = boardTree()
    await board.read(at('note.md'))
    fs.renameSync(path.join(dir, 'root/sub/board'), path.join(dir, 'root/sub/old'))
    expect(await reasonOf(board.read(at('note.md')))).toBe('not_found')
    fs.mkdirSync(path.join(dir, 'root/sub/board'))
    await board.create(at('new.md'), 'x')
    expect(listTree(path.join(dir, 'root/sub'))).toEqual(['board', 'board/new.md', 'old', 'old/note.md'])
    board.close()
  })

  it('is the same folder for the length of a section, and looked at again after it', async () => {
    const { dir, board, exchange } = boardTree()
    const before = listTree(path.join(dir, 'outside'))
    await board.exclusive(async () => {
      exchange('sub/board')
      await board.create(at('new.md'), 'x').catch(() => {}) // in the folder that was there, or refused
    })
    expect(listTree(path.join(dir, 'outside'))).toEqual(before)
    expect(await reasonOf(board.create(at('later.md'), 'x'))).toBe('outside_root')
    board.close()
  })

  it('gives its descriptors back', async () => {
    const { board } = boardTree()
    const before = openDescriptors()
    await board.read(at('note.md'))
    await board.exclusive(() => board.create(at('new.md'), 'x'))
    board.close()
    expect(openDescriptors()).toBe(before)
  })
})
