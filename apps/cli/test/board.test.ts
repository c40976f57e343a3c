import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BoardView } from '@shoko/kanban-bridge'
import { loadConfig } from '@shoko/mcp-shell'
import { cliMain, runProgram } from '@shoko/testkit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { chooseBoard, nearestBoard } from '../src/setup/board-roots.ts'
import { drawBoard } from '../src/terminal/draw-board.ts'
import { widthOf } from '../src/terminal/width.ts'

function home(...boards: string[]): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'shoko-home-')))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const board of boards) mkdirSync(join(folder, board, '.kanban'), { recursive: true })
  return folder
}

const loaded = (argv: string[], env: Record<string, string> = {}) => {
  const files = { readFile: () => undefined, realPath: (path: string) => path }
  return loadConfig({ argv, env, cwd: '/somewhere', home: '/home/mio', ...files, passUnknownFlags: true })
}

describe('the board that a command acts on', () => {
  it('is the nearest one upwards, up to home', () => {
    const folder = home('shop', 'shop/cellar', '.')
    mkdirSync(join(folder, 'shop/till/drawer'), { recursive: true })
    mkdirSync(join(folder, 'elsewhere'))
    const nearest = (cwd: string, upTo = folder) => nearestBoard({ cwd: join(folder, cwd), home: upTo })
    expect(nearest('shop/till/drawer')).toBe(join(folder, 'shop'))
    expect(nearest('shop/cellar')).toBe(join(folder, 'shop/cellar'))
    expect(nearest('elsewhere')).toBe(folder)
    expect(nearest('shop/till', join(folder, 'shop/till'))).toBeUndefined()
  })

  it('is none that a link leads to', () => {
    const folder = home('real')
    mkdirSync(join(folder, 'work'))
    symlinkSync(join(folder, 'real/.kanban'), join(folder, 'work/.kanban'))
    expect(nearestBoard({ cwd: join(folder, 'work'), home: folder })).toBeUndefined()
  })

  it('comes before any configured one, unless the command line names roots', () => {
    const folder = home('shop', 'other')
    const machine = { cwd: join(folder, 'shop'), home: folder, typed: [] }
    const configured = loaded(['list'], { KANBAN_ROOTS: join(folder, 'other') })
    expect(chooseBoard(configured, machine).roots).toEqual([join(folder, 'shop'), join(folder, 'other')])
    const named = loaded(['list', '--kanban-roots', join(folder, 'other')])
    expect(chooseBoard(named, { ...machine, typed: ['list', '--kanban-roots', '…'] }).roots).toEqual([join(folder, 'other')])
    expect(chooseBoard(configured, { cwd: folder, home: folder, typed: [] }).roots).toEqual([join(folder, 'other')])
  })

  it('is named by a path from where one stands, or by its name', () => {
    const folder = home('shop', 'other')
    const machine = { cwd: join(folder, 'shop'), home: folder, typed: [] }
    for (const words of [['--board', '../other'], ['--board=../other'], ['-b', '~/other'], ['--board', join(folder, 'other')]]) {
      const { roots, argv } = chooseBoard(loaded(['list', ...words]), machine)
      expect([roots[0], argv]).toEqual([join(folder, 'other'), ['list', '--board', '.']])
    }
    expect(chooseBoard(loaded(['list', '--board', 'other']), machine).argv).toEqual(['list', '--board', 'other'])
  })

  it("comes before the workspace of the user's settings, which no one has typed", async () => {
    const folder = home('shop')
    mkdirSync(join(folder, '.config/shoko'), { recursive: true })
    mkdirSync(join(folder, 'notes'))
    writeFileSync(join(folder, '.config/shoko/shoko.toml'), 'WORKSPACE_ROOT = "~/notes"\n')
    const env = { HOME: folder, XDG_CONFIG_HOME: '', XDG_CACHE_HOME: join(folder, '.cache') }
    const run = (...args: string[]) => runProgram(cliMain, { args, cwd: join(folder, 'shop'), env })
    expect(await run('kanban', 'new', 'Buy beans')).toMatchObject({ code: 0 })
    expect((await run('kanban', 'list')).stdout).toContain('Buy beans')
    expect((await run('board')).stdout).toMatch(/^shop\n/)
    expect(await run('board', '--workspace-root', join(folder, 'notes'))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('there is no board here'),
    })
  })

  it('is made where one stands', () => {
    const folder = home('shop')
    mkdirSync(join(folder, 'shop/new'))
    const { roots } = chooseBoard(loaded(['init']), { cwd: join(folder, 'shop/new'), home: folder, typed: [] })
    expect(roots[0]).toBe(join(folder, 'shop/new'))
  })
})

describe('drawBoard', () => {
  const card = (title: string, more: object = {}) =>
    ({ id: '01A', title, lane: null, priority: null, assignees: [], labels: [], isBlocked: false, ...more }) as const
  const view: BoardView = {
    name: '珈琲店',
    columns: [
      {
        title: 'backlog',
        count: 2,
        limit: undefined,
        cards: [card('探針キットの取付けを10分以内にする、店頭でも倉庫でも'), card('Buy beans')],
      },
      {
        title: 'doing',
        count: 1,
        limit: 3,
        cards: [card('Label proof in three languages', { isBlocked: true, assignees: ['ana'] })],
      },
      { title: 'review', count: 0, limit: undefined, cards: [] },
      { title: 'done', count: 40, limit: undefined, cards: [card('\u001b[31mRed\nalert')] },
    ],
  }

  it.each([20, 40, 80, 133])('fits %i columns, wide characters counted', (width) => {
    const lines = drawBoard(view, width).split('\n')
    expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(width)
  })

  it('puts the columns side by side with counts, limits and marks', () => {
    const text = drawBoard(view, 80)
    const lines = text.split('\n')
    expect(lines[2]).toMatch(/^backlog 2 +doing 1\/3 +review 0 +done 40$/)
    expect(text).toContain('blocked @ana')
    expect(text).toContain('… and 39 more')
    const at = (line: string, word: string) => widthOf(line.slice(0, line.indexOf(word)))
    expect(at(lines.find((line) => line.includes('Label proof'))!, 'Label')).toBe(at(lines[2]!, 'doing'))
  })

  it('keeps a title on its lines, whatever is in it', () => expect(drawBoard(view, 80)).not.toContain('Red\nalert'))
})
