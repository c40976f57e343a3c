import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { readCard } from '../src/rules/card.ts'
import { cardFile, type TemporaryBoard, temporaryBoard, ulid } from './temporary-board.ts'

const WORKER = fileURLToPath(new URL('./board-worker.ts', import.meta.url))

interface Change {
  readonly kind: string
  readonly id: string
  readonly text: string
}

function startWorker(dir: string, mark: string, count: number) {
  const child = spawn(process.execPath, ['--conditions=shoko-source', WORKER, dir, mark, String(count)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (data) => (stdout += data))
  child.stderr.on('data', (data) => (stderr += data))
  const ended = new Promise<{ changes: Change[]; code: number | null }>((resolve, reject) => {
    child.on('close', (code, signal) => {
      if (code !== 0 && signal !== 'SIGKILL') return reject(new Error(stderr))
      const lines = stdout.slice(0, stdout.lastIndexOf('\n') + 1).split('\n')
      resolve({ changes: lines.filter((line) => line !== '').map((line) => JSON.parse(line)), code })
    })
  })
  return { child, ended }
}

function sharedBoard(): TemporaryBoard {
  const ids = ['A', 'B', 'C', 'D', 'E'].map(ulid)
  return temporaryBoard(Object.fromEntries(ids.map((id) => [`shared/${id}__x.md`, cardFile(id, [], '')])))
}

/** Every card file by id; fails when one exists twice. */
function cardsOf(board: TemporaryBoard): Map<string, string> {
  const cards = new Map<string, string>()
  for (const path of board.files().filter((name) => name.endsWith('.md'))) {
    const id = path.split('/').at(-1)!.slice(0, 26)
    expect(cards.has(id), `${id} exists twice`).toBe(false)
    cards.set(id, path)
  }
  return cards
}

function expectKept(board: TemporaryBoard, changes: readonly Change[]): void {
  const cards = cardsOf(board)
  for (const { kind, id, text } of changes) {
    const path = cards.get(id)
    expect(path, `${kind} ${id}`).toBeDefined()
    if (kind === 'new' || kind === 'body') expect(board.read(path!).split('\n')).toContain(text)
    if (kind === 'note') expect(board.read(`notes/${id}.ndjson`)).toContain(`"${text}"`)
    if (kind === 'done') expect(path).toMatch(/^done\//)
    if (kind === 'depends') expect(board.read(path!)).toContain(text)
  }
}

async function expectIndexesEqualRebuild(board: TemporaryBoard): Promise<void> {
  const [rows, edges] = [board.read('cards.ndjson'), board.read('relations.ndjson')]
  const opened = await board.ctx.boards.resolve('.')
  await opened.change(() => opened.files.rebuild())
  expect(rows).toBe(board.read('cards.ndjson'))
  expect(edges).toBe(board.read('relations.ndjson'))
}

it('keeps every acknowledged change of several processes, each card once, indexes equal to a rebuild', {
  timeout: 120_000,
}, async () => {
  const board = sharedBoard()
  const results = await Promise.all(['p', 'q', 'r', 's'].map((mark) => startWorker(board.dir, mark, 32).ended))
  const changes = results.flatMap((result) => result.changes)
  expect(changes.length).toBeGreaterThan(80)
  expectKept(board, changes)
  await expectIndexesEqualRebuild(board)
})

it('loses nothing acknowledged and doubles no card when processes are killed', { timeout: 120_000 }, async () => {
  const board = sharedBoard()
  const changes: Change[] = []
  for (let round = 0; round < 3; round++) {
    const { child, ended } = startWorker(board.dir, `k${round}`, 10_000)
    await new Promise<void>((resolve) => child.stdout.once('data', () => resolve()))
    await new Promise((resolve) => setTimeout(resolve, 40 + round * 37))
    child.kill('SIGKILL')
    changes.push(...(await ended).changes)
  }
  expectKept(board, changes)
  for (const path of cardsOf(board).values()) {
    const name = path.split('/').at(-1)!
    const card = readCard(board.read(path), { id: name.slice(0, 26), file: path as never, path, name, column: 'x' })
    expect(card.problems).toEqual([])
  }
  const { changes: after } = await startWorker(board.dir, 'z', 8).ended
  expectKept(board, [...changes, ...after])
  expect(board.files().filter((name) => name.includes('.tmp'))).toEqual([])
  await expectIndexesEqualRebuild(board)
})
