import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { silentLogger, systemClock } from '@shoko/contract'
import { openRoot, parsePath, type WatchOptions } from '@shoko/core-fs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { cardFile, temporaryBoard, ulid, until } from '../../test/temporary-board.ts'
import { kanbanResources } from '../resources/kanban-resources.ts'
import { appendNote } from '../tools/kanban-notes-append.ts'
import { watchBoard } from '../tools/kanban-watch.ts'
import { Board } from './board.ts'
import { BoardWatchers } from './board-watchers.ts'
import { LOCK } from './paths.ts'

const [A, B] = ['A', 'B'].map(ulid) as [string, string]
const QUICK = '[watch]\ndebounce_ms = 20\n'

const twoCards = (settings = QUICK) =>
  temporaryBoard({ [`backlog/${A}__a.md`]: cardFile(A), [`review/${B}__b.md`]: cardFile(B), 'columns.toml': settings })

describe('with the real watcher', () => {
  it('starts once per board', async () => {
    const { ctx } = twoCards()
    expect(await watchBoard(ctx, { board: '.' })).toEqual({ started: true })
    expect(await watchBoard(ctx, { board: '.' })).toEqual({ started: false, alreadyWatching: true })
  })

  it('announces an edit by hand, the board first, under the alias that was watched', async () => {
    const board = twoCards()
    await watchBoard(board.ctx, { board: '.' })
    board.write(`backlog/${A}__a.md`, cardFile(A, ['lane: x']))
    await until(() => board.published.length >= 2)
    expect(board.published.slice(0, 2)).toEqual([{ uri: 'kanban://./board' }, { uri: `kanban://./cards/${A}` }])
  })

  it('announces a note, a new column and a removed card', async () => {
    const board = twoCards()
    await watchBoard(board.ctx, { board: '.' })
    const announced = (id: string) => board.published.some(({ uri }) => uri === `kanban://./cards/${id}`)
    await appendNote(board.ctx, { board: '.', cardId: A, text: 'x' })
    await until(() => announced(A))
    board.write(`brand-new/${ulid('C')}__c.md`, cardFile(ulid('C')))
    await until(() => announced(ulid('C')))
  })

  it('announces a subscribed resource in the words of the subscription', async () => {
    const board = twoCards()
    const uri = `kanban://${board.dir.split('/').at(-1)}/cards/${A.toLowerCase()}/state?mode=full`
    await kanbanResources.watch?.(board.ctx, uri)
    board.write(`review/${B}__b.md`, cardFile(B, ['lane: x']))
    board.write(`backlog/${A}__a.md`, cardFile(A, ['lane: x']))
    await until(() => board.published.length > 0)
    expect(board.published).toEqual([{ uri }])
  })

  it('does not announce what the server derives', async () => {
    const board = twoCards()
    await watchBoard(board.ctx, { board: '.' })
    board.write('generated/board.md', 'x')
    board.write('cards.ndjson', '')
    board.write(`backlog/${A}__a.md`, cardFile(A, ['lane: x']))
    await until(() => board.published.length >= 2)
    expect(new Set(board.published.map(({ uri }) => uri))).toEqual(new Set(['kanban://./board', `kanban://./cards/${A}`]))
  })
})

describe('with a watcher that loses events', () => {
  async function lossyBoard(trusted = true) {
    const files = twoCards(`${QUICK}hot_columns = ["backlog"]\n`)
    const published: string[] = []
    let events: WatchOptions['onChange'] | undefined
    const options = { clock: systemClock, logger: silentLogger, readOnly: true }
    const board = new Board({
      ...options,
      root: openRoot(join(files.dir, '.kanban'), { lockPath: LOCK, hidden: 'reached' }),
      name: 'lossy',
      watch: (_root, { onChange }) => {
        events = onChange
        return { trusted, ready: Promise.resolve(), close: async () => {} }
      },
    })
    const watchers = new BoardWatchers({ changes: { publish: ({ uri }) => published.push(uri) }, logger: silentLogger })
    onTestFinished(() => watchers.close())
    await watchers.announce(board, '.')
    return {
      files,
      board,
      published,
      tell: (batch: { paths: string[]; overflow: boolean }) => events!({ ...batch, paths: batch.paths.map(parsePath) }),
    }
  }

  it('scans the hot columns, and the third time in a row tells of the board alone', async () => {
    const { published, tell } = await lossyBoard()
    const round = async () => {
      published.length = 0
      tell({ paths: [], overflow: true })
      await until(() => published.length > 0)
      return [...published]
    }
    const scanned = ['kanban://./board', `kanban://./cards/${A}`]
    expect(await round()).toEqual(scanned)
    expect(await round()).toEqual(scanned)
    expect(await round()).toEqual(['kanban://./board'])
    expect(await round()).toEqual(scanned)
  })

  it('answers rightly after an overflow', async () => {
    const { files, board, tell } = await lossyBoard()
    await board.index.everyCard()
    await board.index.everyCard()
    writeFileSync(join(files.dir, '.kanban', `backlog/${A}__a.md`), cardFile(A).replace('Card AA', 'Changed'))
    tell({ paths: [], overflow: true })
    expect((await board.index.byId()).get(A)?.title).toBe('Changed')
  })

  it('looks through the board where no watch is to be had', async () => {
    const { files, published } = await lossyBoard(false)
    files.write(`review/${B}__b.md`, cardFile(B, ['lane: x']))
    await until(() => published.includes(`kanban://./cards/${B}`))
  })
})
