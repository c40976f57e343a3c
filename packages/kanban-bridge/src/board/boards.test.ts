import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createOwnWrites, silentLogger, systemClock } from '@shoko/contract'
import { joinPath } from '@shoko/core-fs'
import { expect, it, onTestFinished } from 'vitest'
import { openKanban } from '../context.ts'
import { BOARD_REASONS } from '../kanban-error.ts'
import { newCard } from '../tools/kanban-new.ts'
import { Boards } from './boards.ts'
import { TOP } from './paths.ts'

function folders(...paths: string[]): { dir: string; boards: (...roots: string[]) => Boards } {
  const dir = mkdtempSync(join(tmpdir(), 'shoko-boards-'))
  for (const path of paths) mkdirSync(join(dir, path), { recursive: true })
  onTestFinished(() => rmSync(dir, { recursive: true }))
  const boards = (...roots: string[]) => {
    const all = new Boards({
      roots: roots.map((root) => join(dir, root)),
      clock: systemClock,
      logger: silentLogger,
      readOnly: true,
      writes: createOwnWrites(),
    })
    onTestFinished(() => all.close())
    return all
  }
  return { dir, boards }
}

const reason = (expected: string) => expect.objectContaining({ reason: expected })

it('names the first root by a dot, by its own name and by its path', async () => {
  const { dir, boards } = folders('work/.kanban')
  const all = boards('work')
  const board = await all.resolve('.')
  expect(await all.resolve('work')).toBe(board)
  expect(await all.resolve(join(dir, 'work'))).toBe(board)
})

it('finds boards to depth 3, but not in hidden folders and node_modules', async () => {
  const { boards } = folders('w/.kanban', 'w/a/b/c/.kanban', 'w/a/b/c/d/.kanban', 'w/.x/.kanban', 'w/node_modules/y/.kanban')
  expect((await boards('w').all()).map(({ name }) => name)).toEqual(['w', 'c'])
})

it('takes a path below a root, also where discovery does not look', async () => {
  const { boards } = folders('w/a/b/c/d/.kanban')
  expect((await boards('w').resolve('a/b/c/d')).name).toBe('d')
  expect((await boards('w').resolve('a\\b\\c\\d')).name).toBe('d')
})

it('wants the path where two boards have one name', async () => {
  const { boards } = folders('w/app/.kanban', 'w/x/app/.kanban')
  const all = boards('w')
  await expect(all.resolve('app')).rejects.toThrow(reason('board_ambiguous'))
  expect(await all.resolve('./app')).not.toBe(await all.resolve('x/app'))
})

it('tells unknown boards from boards outside', async () => {
  const { dir, boards } = folders('w/sub', 'other/.kanban')
  const all = boards('w')
  for (const word of ['.', 'nope', 'sub', join(dir, 'w')])
    await expect(all.resolve(word)).rejects.toThrow(reason('board_not_found'))
  for (const word of ['../other', '..', 'sub/../../other', join(dir, 'other'), '/']) {
    await expect(all.resolve(word)).rejects.toThrow(reason('outside_roots'))
  }
})

it('does not name absolute paths in errors', async () => {
  const { dir, boards } = folders('w')
  for (const word of [join(dir, 'w'), join(dir, 'elsewhere')]) {
    const error = await boards('w')
      .resolve(word)
      .catch((caught: Error) => caught)
    expect((error as Error).message).not.toContain(dir)
  }
})

it('refuses a board that is reached through a link', async () => {
  const { dir, boards } = folders('w/sub', 'other/.kanban')
  symlinkSync(join(dir, 'other/.kanban'), join(dir, 'w/sub/.kanban'))
  symlinkSync(join(dir, 'other'), join(dir, 'w/linked'))
  const all = boards('w')
  expect(await all.all()).toEqual([])
  await expect(all.resolve('./sub')).rejects.toThrow()
  await expect(all.resolve('./linked')).rejects.toThrow()
})

it('says of a word that no folder can have that it is no path, as every tool declares', async () => {
  const { boards } = folders('w')
  await expect(boards('w').resolve('x'.repeat(4000))).rejects.toThrow(reason('invalid_path'))
  expect(BOARD_REASONS).toContain('invalid_path')
})

it('sees a board that was made a moment ago', async () => {
  const { dir, boards } = folders('w')
  const all = boards('w')
  await expect(all.resolve('new')).rejects.toThrow(reason('board_not_found'))
  mkdirSync(join(dir, 'w/new/.kanban'), { recursive: true })
  expect((await all.resolve('new')).name).toBe('new')
})

it('holds its board: exchanged for a link, it is refused, and nothing is written where the link leads', async () => {
  const { dir } = folders('w/.kanban', 'other')
  const ctx = openKanban({ roots: [join(dir, 'w')] })
  onTestFinished(() => ctx.close())
  await newCard(ctx, { board: '.', title: 'Before' })
  await ctx.boards.settle()
  const known = await ctx.boards.resolve('.')
  renameSync(join(dir, 'w/.kanban'), join(dir, 'w/aside'))
  symlinkSync(join(dir, 'other'), join(dir, 'w/.kanban'))
  await expect(newCard(ctx, { board: '.', title: 'After' })).rejects.toThrow(reason('outside_root'))
  await expect(known.root.create(joinPath(TOP, 'card.md'), 'x')).rejects.toThrow(reason('outside_root'))
  await expect(known.change(async () => {})).rejects.toThrow(reason('outside_root'))
  expect(readdirSync(join(dir, 'other'))).toEqual([])
})
