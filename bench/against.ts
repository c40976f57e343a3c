import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { plainEnvironment } from '@shoko/testkit'
import { isMissing, type Language, loadQuestions, writeWorkspace } from './answers/question-set.ts'
import { COLUMNS, makeBoard } from './kanban/make-board.ts'
import { Server } from './torture/server.ts'

/**
 * What a change costs: cold start as shipped, vault_read over HTTP, the board at 5,000 cards and manual_find with passages and graph,
 * here and in another checkout of the program that is built (`--against <its root>`). The two are asked in turn, so that a busy
 * machine is busy for both; what counts is the ratio. For some of it: `--only manual,board --langs es`.
 */
const parts = { start: coldStart, read: readOverHttp, board, manual }
const { values } = parseArgs({
  options: {
    against: { type: 'string' },
    only: { type: 'string', default: Object.keys(parts).join(',') },
    calls: { type: 'string', default: '400' },
    starts: { type: 'string', default: '15' },
    langs: { type: 'string', default: 'ja,es,en' },
  },
})
if (values.against === undefined) throw new Error('--against: the root of another checkout that is built')
const roots = [resolve(import.meta.dirname, '..'), resolve(values.against)]
const calls = Number(values.calls)
/** Asked first and not measured: so many questions until the search is compiled and its caches are warm. */
const QUESTIONS_BEFORE = 200
const wanted = values.only.split(',')
const strange = wanted.filter((name) => !Object.hasOwn(parts, name))
if (strange.length > 0) throw new Error(`--only: ${strange.join(', ')} is none of ${Object.keys(parts).join(', ')}`)
const folder = mkdtempSync(join(tmpdir(), 'shoko-against-'))
try {
  for (const [name, measure] of Object.entries(parts)) if (wanted.includes(name)) await measure()
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** A side's milliseconds for one piece of work. */
type Work = (side: number, turn: number) => Promise<number>

async function inTurns(name: string, turns: number, work: Work, warmUp = Math.ceil(turns / 10)): Promise<void> {
  const times: number[][] = roots.map(() => [])
  for (let turn = 0; turn < warmUp + turns; turn++) {
    for (let place = 0; place < roots.length; place++) {
      const side = (place + turn) % roots.length
      const ms = await work(side, turn)
      if (turn >= warmUp) times[side]!.push(ms)
    }
  }
  const [own, other] = times.map((list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]!)
  const shown = `${own!.toFixed(2)} against ${other!.toFixed(2)} ms`
  process.stdout.write(`${name.padEnd(28)} ${(own! / other!).toFixed(2)} x   p50 ${shown}\n`)
}

function environment(side: number, name: string): { readonly WORKSPACE_ROOT: string; readonly [name: string]: string } {
  const home = join(folder, name, String(side))
  mkdirSync(join(home, 'vault'), { recursive: true })
  return { WORKSPACE_ROOT: home, HOME: home, XDG_CACHE_HOME: join(home, 'cache'), VIBE_ROOT: join(home, 'vibe') }
}

async function coldStart(): Promise<void> {
  const program = (side: number) => join(roots[side]!, 'apps/stdio/dist/main.js')
  await inTurns('cold start to tools/list', Number(values.starts), async (side) => {
    const began = performance.now()
    const server = await new Server({ env: environment(side, 'cold'), program: program(side) }).open()
    await server.request('tools/list', {})
    const ms = performance.now() - began
    await server.close()
    return ms
  })
}

async function readOverHttp(): Promise<void> {
  const servers = await Promise.all(roots.map((_, side) => startHttp(side)))
  await inTurns('vault_read over HTTP', calls, async (side) => {
    const began = performance.now()
    const answer = await fetch(servers[side]!.url, {
      method: 'POST',
      headers: { Accept: 'application/json, text/event-stream', 'Content-Type': 'application/json' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'vault_read', arguments: { path: 'note.md', range: {} } },
      }),
    })
    const text = await answer.text()
    if (!text.includes('sentence')) throw new Error(text.slice(0, 300))
    return performance.now() - began
  })
  for (const { stop } of servers) stop()
}

async function startHttp(side: number): Promise<{ readonly url: string; stop(): void }> {
  const { WORKSPACE_ROOT, ...others } = environment(side, 'http')
  const env = { ...plainEnvironment(), ...others, WORKSPACE_ROOT, HTTP_PORT: '0' }
  writeFileSync(join(WORKSPACE_ROOT, 'vault/note.md'), `# Note\n\n${'A sentence about water. '.repeat(200)}\n`)
  const child = spawn(process.execPath, [join(roots[side]!, 'apps/http/dist/main.js')], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const url = await new Promise<string>((settle, reject) => {
    child.once('exit', (code) => reject(new Error(`a server ended with ${code}`)))
    createInterface({ input: child.stderr }).on('line', (line) => {
      if (line.includes('"http.listening"')) settle((JSON.parse(line) as { url: string }).url)
    })
  })
  return { url, stop: () => void child.kill('SIGKILL') }
}

async function board(): Promise<void> {
  const made = makeBoard({ open: 5_000, done: 0 })
  const servers = await Promise.all(
    roots.map((root, side) => {
      const env = environment(side, 'board')
      cpSync(join(made.dir, '.kanban'), join(env.WORKSPACE_ROOT, '.kanban'), { recursive: true })
      return new Server({ env, program: join(root, 'apps/stdio/dist/main.js'), alone: true }).open()
    }),
  )
  rmSync(made.dir, { recursive: true })
  const timed =
    (tool: string, args: (turn: number) => Record<string, unknown>): Work =>
    async (side, turn) => {
      const began = performance.now()
      const answer = await servers[side]!.call(tool, { board: '.', ...args(turn) })
      if (!answer.ok) throw new Error(`${tool}: ${answer.code} ${answer.message}`)
      return performance.now() - began
    }
  const cardId = (turn: number) => made.open[(turn * 7) % made.open.length]!
  const text = readFileSync(import.meta.filename, 'utf8').slice(0, 1_000)
  await inTurns(
    'list of 100',
    calls,
    timed('kanban_list', () => ({ limit: 100 })),
  )
  await inTurns(
    'list of a column',
    calls,
    timed('kanban_list', () => ({ columns: ['doing'], limit: 100 })),
  )
  await inTurns(
    'new',
    calls,
    timed('kanban_new', (turn) => ({ title: `New ${turn}`, body: text })),
  )
  await inTurns(
    'update of fields',
    calls,
    timed('kanban_update', (turn) => ({ cardId: cardId(turn), patch: { fm: { size: turn } } })),
  )
  await inTurns(
    'update of a body',
    calls,
    timed('kanban_update', (turn) => ({ cardId: cardId(turn), patch: { body: { text: `${turn} ${text}` } } })),
  )
  await inTurns(
    'move',
    calls,
    timed('kanban_move', (turn) => ({ cardId: cardId(turn), toColumn: COLUMNS[(turn + 1) % COLUMNS.length] })),
  )
  await inTurns(
    'note',
    calls,
    timed('kanban_notes_append', (turn) => ({ cardId: cardId(turn), type: 'worklog', text })),
  )
  await Promise.all(servers.map((server) => server.close()))
}

async function manual(): Promise<void> {
  const langs = values.langs.split(',') as Language[]
  for (const lang of langs.filter((name) => !isMissing(name))) {
    const set = loadQuestions(lang)
    const servers = await Promise.all(
      roots.map((root, side) => {
        const env = environment(side, `manual-${lang}`)
        writeWorkspace(env.WORKSPACE_ROOT, set, () => true)
        return new Server({ env, program: join(root, 'apps/stdio/dist/main.js'), alone: true }).open()
      }),
    )
    const asked = Math.min(calls, set.questions.length - QUESTIONS_BEFORE)
    const ask: Work = async (side, turn) => {
      const query = set.questions[turn]!.q
      const began = performance.now()
      const answer = await servers[side]!.call('manual_find', { query, include_claim_graph: true })
      if (!answer.ok) throw new Error(`manual_find: ${answer.code} ${answer.message}`)
      return performance.now() - began
    }
    await inTurns(`manual_find, ${lang}`, asked, ask, QUESTIONS_BEFORE)
    await Promise.all(servers.map((server) => server.close()))
  }
}
