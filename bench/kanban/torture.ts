/**
 * Many servers on one board: `node --conditions=shoko-source bench/kanban/torture.ts [processes] [operations]` (8 and 500).
 * Every acknowledged change must be there, every card once, and both indexes equal to a rebuild.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openKanban } from '../../packages/kanban-bridge/src/index.ts'

interface Change {
  readonly kind: string
  readonly id: string
  readonly text: string
}

const WORKER = fileURLToPath(new URL('../../packages/kanban-bridge/test/board-worker.ts', import.meta.url))
const processes = Number(process.argv[2] ?? 8)
const operations = Number(process.argv[3] ?? 500)
const dir = mkdtempSync(join(tmpdir(), 'shoko-torture-'))
const kanban = join(dir, '.kanban')

mkdirSync(join(kanban, 'shared'), { recursive: true })
for (let n = 0; n < 20; n++) {
  const id = `01AAAAAAAAAAAAAAAAAAAAAA${String(n).padStart(2, '0')}`
  writeFileSync(join(kanban, 'shared', `${id}__x.md`), `---\nid: ${id}\ntitle: Shared ${n}\n---\n`)
}

const started = performance.now()
const changes = (await Promise.all(Array.from({ length: processes }, (_, n) => work(`p${n}`)))).flat()
const seconds = (performance.now() - started) / 1000

const paths = cardFiles(kanban)
const pathOf = new Map(paths.map((path) => [idOf(path), path]))
const doubled = paths.length - pathOf.size
const lost = changes.filter((change) => !isKept(change))
const differs = await indexesDifferFromRebuild()
console.log(
  `${processes} processes x ${operations} operations: ${changes.length} acknowledged changes in ${seconds.toFixed(1)} s`,
)
console.log(`lost ${lost.length}, cards that exist twice ${doubled}, indexes that differ from a rebuild ${differs.length}`)
for (const change of lost.slice(0, 5)) console.log('lost:', change)
rmSync(dir, { recursive: true })
process.exitCode = lost.length + doubled + differs.length === 0 ? 0 : 1

function work(mark: string): Promise<Change[]> {
  const args = ['--conditions=shoko-source', WORKER, dir, mark, String(operations)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let stdout = ''
  child.stdout.on('data', (data) => {
    stdout += data
  })
  return new Promise((resolve, reject) => {
    child.on('close', (code) => {
      if (code !== 0) return reject(new Error(`${mark} ended with ${code}`))
      resolve(
        stdout
          .split('\n')
          .filter((line) => line !== '')
          .map((line) => JSON.parse(line)),
      )
    })
  })
}

function isKept({ kind, id, text }: Change): boolean {
  const path = pathOf.get(id)
  if (path === undefined) return false
  const content = readFileSync(path, 'utf8')
  if (kind === 'note') return readFileSync(join(kanban, 'notes', `${id}.ndjson`), 'utf8').includes(`"${text}"`)
  if (kind === 'done') return path.includes('/done/')
  if (kind === 'new' || kind === 'body') return content.split('\n').includes(text)
  return kind !== 'depends' || content.includes(text)
}

function idOf(path: string): string {
  return path.split('/').at(-1)!.slice(0, 26)
}

function cardFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map((entry) => join(entry.parentPath, entry.name))
}

async function indexesDifferFromRebuild(): Promise<string[]> {
  const indexes = ['cards.ndjson', 'relations.ndjson']
  const before = indexes.map((name) => readFileSync(join(kanban, name), 'utf8'))
  const ctx = openKanban({ roots: [dir] })
  const board = await ctx.boards.resolve('.')
  await board.change(() => board.files.rebuild())
  await ctx.close()
  return indexes.filter((name, at) => readFileSync(join(kanban, name), 'utf8') !== before[at])
}
