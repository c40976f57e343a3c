/**
 * Eight processes, five hundred mixed operations each, on one board: `node --conditions=shoko-source bench/kanban/torture.ts`.
 * Every acknowledged change must be there, every card once, and both index files equal to a rebuild.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { boardIndexProblems } from '../torture/writers/restart.ts'

const PROCESSES = 8
const OPERATIONS = Number(process.argv[2] ?? 500)
const WORKER = fileURLToPath(new URL('../../packages/kanban-bridge/test/board-worker.ts', import.meta.url))

interface Change {
  readonly kind: string
  readonly id: string
  readonly text: string
}

const dir = mkdtempSync(join(tmpdir(), 'shoko-kanban-torture-'))
const kanban = join(dir, '.kanban')
mkdirSync(join(kanban, 'shared'), { recursive: true })
for (let n = 0; n < 5; n++) {
  const id = `01M4ASEKM9GFQ11M${String(n).padStart(10, '0')}`
  writeFileSync(join(kanban, 'shared', `${id}__x.md`), `---\nid: ${id}\ntitle: Card ${n}\n---\n`)
}

const started = performance.now()
const changes = (await Promise.all(Array.from({ length: PROCESSES }, (_, at) => work(`p${at}`)))).flat()
const seconds = ((performance.now() - started) / 1000).toFixed(0)
const { cards, doubled } = cardFiles()
const lost = changes.filter((change) => !isThere(change, cards.get(change.id)))
const differing = await boardIndexProblems(dir)
console.log(
  `${PROCESSES} processes x ${OPERATIONS} operations in ${seconds} s: ${changes.length} changes acknowledged, ${cards.size} cards`,
)
console.log(`lost ${lost.length}, doubled ${doubled}, indexes: ${differing.join(', ') || 'as a rebuild makes them'}`)
for (const change of lost.slice(0, 10)) console.log(`  lost: ${JSON.stringify(change)}`)
rmSync(dir, { recursive: true })
process.exitCode = lost.length + doubled + differing.length > 0 ? 1 : 0

async function work(mark: string): Promise<Change[]> {
  const child = spawn(process.execPath, ['--conditions=shoko-source', WORKER, dir, mark, String(OPERATIONS)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = (await text(child.stdout)).split('\n').filter((line) => line !== '')
  return lines.map((line) => JSON.parse(line) as Change) // a line of the worker
}

function cardFiles(): { cards: Map<string, string>; doubled: number } {
  const cards = new Map<string, string>()
  let doubled = 0
  for (const path of readdirSync(kanban, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.md')) continue
    const id = basename(path).slice(0, 26)
    if (cards.has(id)) doubled++
    cards.set(id, path)
  }
  return { cards, doubled }
}

function isThere({ kind, id, text: mark }: Change, path: string | undefined): boolean {
  if (path === undefined) return false
  if (kind === 'note') return readFileSync(join(kanban, 'notes', `${id}.ndjson`), 'utf8').includes(`"${mark}"`)
  if (kind === 'done') return path.startsWith('done/')
  const card = readFileSync(join(kanban, path), 'utf8')
  if (kind === 'depends') return card.includes(mark)
  // A title or a column may have been changed again by another process; a line of the body stays.
  return kind === 'new' || kind === 'body' ? card.split('\n').includes(mark) : true
}
