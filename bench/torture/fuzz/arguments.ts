import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fixtures } from '@shoko/testkit'
import fc from 'fast-check'
import { Compile } from 'typebox/compile'
import { bodyCodes } from '../../../packages/mcp-shell/src/dialects/body.ts'
import { envelopeCodes } from '../../../packages/mcp-shell/src/dialects/envelope.ts'
import { jsonRpcLabels } from '../../../packages/mcp-shell/src/dialects/json-rpc.ts'
import { defineRun, type Failure, type RunOrder, type RunOutcome } from '../run.ts'
import { type Reply, Server } from '../server.ts'
import { argumentsFor, type Schema, type Vocabulary } from './argument-values.ts'

const SERVERS = 2
/** Calls that each server has under way at once, as an agent with parallel calls would have. */
const STREAMS = 4
const SECRET = 'what lies outside the workspace'
/** A workspace takes so many calls; then the next one keeps its trees from growing for ever. */
const CALLS_A_WORKSPACE = 5_000
const SLICE = 250
/** A call that takes longer has hung. */
const PATIENCE_MS = 30_000

export const run = defineRun('fuzz-arguments', fuzzArguments, { full: { calls: 100_000 }, expectedSeconds: 300 })

interface Tool {
  readonly name: string
  readonly inputSchema: Schema
  readonly outputSchema: object
}

interface Tally {
  calls: number
  answered: number
  refused: number
  /** Milliseconds and calls of each. */
  readonly tools: Map<string, { ms: number; calls: number }>
  readonly failures: Failure[]
}

async function fuzzArguments(order: RunOrder): Promise<RunOutcome> {
  const outside = join(order.folder, 'outside')
  mkdirSync(outside, { recursive: true })
  writeFileSync(join(outside, 'secret.md'), SECRET)
  const tally: Tally = { calls: 0, answered: 0, refused: 0, tools: new Map(), failures: [] }
  const started = performance.now()
  for (let round = 0; tally.calls < order.counts.calls! && tally.failures.length === 0; round++) {
    order.signal.throwIfAborted()
    await fuzzWorkspace(order, { tally, round, outside })
    order.report(`${tally.calls} of ${order.counts.calls} calls, ${tally.answered} answered, ${tally.refused} refused`)
  }
  const touched = readdirSync(outside).join() === 'secret.md' && readFileSync(join(outside, 'secret.md'), 'utf8') === SECRET
  if (!touched) tally.failures.push({ what: `something outside the workspace was changed: ${readdirSync(outside).join()}` })
  const { calls, answered, refused, tools, failures } = tally
  const perSecond = Math.round((1000 * calls) / (performance.now() - started))
  return {
    figures: { calls, tools: tools.size, answered, refused, 'calls a second': perSecond, slowest: slowestOf(tools) },
    failures,
  }
}

function slowestOf(tools: Tally['tools']): string {
  const means = [...tools].map(([name, { ms, calls }]) => ({ name, mean: ms / calls })).toSorted((a, b) => b.mean - a.mean)
  return means
    .slice(0, 3)
    .map(({ name, mean }) => `${name} ${mean.toFixed(1)} ms`)
    .join(', ')
}

/** Two servers on one workspace, as two clients would start them. */
async function fuzzWorkspace(
  order: RunOrder,
  { tally, round, outside }: { tally: Tally; round: number; outside: string },
): Promise<void> {
  const dir = join(order.folder, `workspace-${round}`)
  cpSync(join(fixtures, 'workspace'), dir, { recursive: true })
  for (const folder of ['vault', 'manuals', '.kanban', 'vibe/kura-app']) {
    symlinkSync(outside, join(dir, folder, 'out'))
    symlinkSync(join(outside, 'secret.md'), join(dir, folder, 'out.md'))
  }
  const env = {
    WORKSPACE_ROOT: dir,
    VIBE_ROOT: join(dir, 'vibe'),
    VIBE_DB: join(dir, 'index/index.db'),
    XDG_CACHE_HOME: join(dir, 'cache'),
  }
  const lanes = Array.from({ length: SERVERS }, (_, lane) => lane)
  await Promise.all(
    lanes.map(async (lane) => {
      const server = await new Server({ env, cwd: dir, signal: order.signal }).open()
      try {
        const seed = order.seed + round * 101 + lane
        const streams = Array.from({ length: STREAMS }, (_, stream) =>
          fuzzServer(order, { server, tally, dir, seed: seed + stream * 11 }),
        )
        await Promise.all(streams)
        const words = [
          ...server.errors.map((line) => `on stderr: ${line.slice(0, 1500)}`),
          ...server.strays.map((line) => `on stdout: ${line}`),
        ]
        tally.failures.push(...words.slice(0, 5).map((what) => ({ what })))
      } finally {
        await server.close()
      }
    }),
  )
  if (tally.failures.length === 0) rmSync(dir, { recursive: true })
}

interface Lane {
  readonly server: Server
  readonly tally: Tally
  readonly dir: string
  readonly seed: number
}

async function fuzzServer(order: RunOrder, { server, tally, dir, seed }: Lane): Promise<void> {
  const { result } = await server.request('tools/list', {})
  const tools = (result as { tools: Tool[] }).tools
  const checks = new Map(tools.map(({ name, outputSchema }) => [name, Compile(outputSchema)]))
  const vocabulary = vocabularyOf(dir)
  const calls = fc
    .constantFrom(...tools)
    .chain((tool) => fc.tuple(fc.constant(tool.name), argumentsFor(tool.inputSchema, vocabulary)))
  const wanted = Math.min(CALLS_A_WORKSPACE, order.counts.calls! - tally.calls)
  const share = Math.ceil(wanted / (SERVERS * STREAMS))
  for (let done = 0; done < share && tally.failures.length === 0; done += SLICE) {
    order.signal.throwIfAborted()
    const property = fc.asyncProperty(calls, async ([name, args]) => {
      tally.calls++
      const asked = performance.now()
      const reply = await within(PATIENCE_MS, server.request('tools/call', { name, arguments: args }))
      const spent = tally.tools.get(name) ?? { ms: 0, calls: 0 }
      tally.tools.set(name, { ms: spent.ms + performance.now() - asked, calls: spent.calls + 1 })
      const problem = problemOf(reply, { fits: (output) => checks.get(name)!.Check(output), dir })
      if (problem !== undefined) throw new Error(`${problem}: ${JSON.stringify(reply).slice(0, 600)}`)
      if (reply.error === undefined && reply.result?.isError !== true) tally.answered++
      else tally.refused++
    })
    const found = await fc.check(property, {
      numRuns: Math.min(SLICE, share - done),
      seed: seed * 7919 + done,
      endOnFailure: false,
    })
    if (found.failed)
      tally.failures.push({ what: `${fc.stringify(found.counterexample)}: ${(found.errorInstance as Error).message}` })
  }
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** What is wrong with an answer; undefined when it is one that the documents allow. */
function problemOf(reply: Reply, { fits, dir }: { fits: (output: unknown) => boolean; dir: string }): string | undefined {
  const text = JSON.stringify(reply)
  if (text.includes(SECRET)) return 'shows what lies outside'
  if (reply.error !== undefined) return rpcProblem(reply.error, dir)
  const { isError, structuredContent, content } = reply.result as {
    isError?: boolean
    structuredContent?: unknown
    content: { text: string }[]
  }
  if (isError === true) return errorProblem(content[0]?.text ?? '', { dir, structuredContent })
  if (!fits(structuredContent)) return 'does not fit its output schema'
  return JSON.stringify(JSON.parse(content[0]?.text ?? 'null')) === JSON.stringify(structuredContent)
    ? undefined
    : 'text and structured content differ'
}

function rpcProblem({ code, message, data }: NonNullable<Reply['error']>, dir: string): string | undefined {
  if (code !== -32000 || !jsonRpcLabels.some((label) => label === message)) return 'is no documented JSON-RPC error'
  if (message === 'internal') return 'is a bug of the server'
  return typeof data?.detail === 'string' && !tells(JSON.stringify(data), dir) ? undefined : 'has no detail, or tells too much'
}

function errorProblem(text: string, { dir, structuredContent }: { dir: string; structuredContent: unknown }): string | undefined {
  if (structuredContent !== undefined) return 'is an error with structured content'
  const body = JSON.parse(text) as {
    success?: boolean
    error?: { code: string; message: string }
    code?: string
    message?: string
  }
  const { code, message } = body.error ?? body
  const known: readonly string[] = body.error === undefined ? [...bodyCodes, ...jsonRpcLabels] : envelopeCodes
  if (code === undefined || !known.includes(code) || typeof message !== 'string') return 'is no documented error'
  if (body.error !== undefined && body.success !== false) return 'is no envelope'
  if (code === 'internal' || code === 'INTERNAL') return 'is a bug of the server'
  return tells(text, dir) ? 'tells too much' : undefined
}

/** Messages never hold an absolute path or a stack. */
function tells(text: string, dir: string): boolean {
  return text.includes(dir) || /\bat \w+ \(|node:internal|\.ts:\d+/.test(text)
}

function vocabularyOf(dir: string): Vocabulary {
  const cards = readdirSync(join(dir, '.kanban'), { recursive: true }).flatMap(
    (name) => /(01[0-9A-Z]{24})__/.exec(String(name))?.[1] ?? [],
  )
  const notes = [
    'a.md',
    'new/note.md',
    'daily/2026-11-16.md',
    'out/secret.md',
    'out.md',
    '.system/x',
    'README.md',
    ...readdirSync(join(dir, 'vault'), { recursive: true }).map(String),
  ]
  const manuals = readdirSync(join(dir, 'manuals'))
  return {
    path: [...notes.slice(0, 30), 'README.md'],
    relative_dir: ['', '.', 'daily', 'out', 'sources'],
    artifact_path: notes.slice(0, 30),
    source_path: notes.slice(0, 30),
    mode: ['regex', 'plain', 'loose', 'append', 'overwrite', 'other'],
    query: ['出張', 'canción', 'the', 'a.*b', '[', '水害は対象ですか', '-x "y z*'],
    glob: ['*.md', '**/*', '{a,b}', '[', '!(*)'],
    manual_id: [...manuals, 'missing'],
    board: [...Array.from({ length: 20 }, () => '.'), 'x', '..', dir],
    cardId: [...cards, '01ZZZZZZZZZZZZZZZZZZZZZZZZ'],
    root: cards,
    from: cards,
    to: [...cards, '*'],
    column: ['backlog', 'doing', 'done', 'review', 'nueva'],
    toColumn: ['backlog', 'doing', 'done', 'review', 'nueva', '../x'],
    columns: ['backlog', 'done'],
    priority: ['P0', 'P1', 'p9'],
    project: ['kura-app', 'tsubame-web', 'kura-app', 'tsubame-web', 'kura-app', 'missing', '..'],
    folder: ['tasks', 'plans', 'references', '', 'nowhere'],
    filename: ['status.md', 'a', 'sub/b.md', 'plan.md', '../x', 'out/secret.md'],
    task: ['1', '001', '999', 'x'],
    status: ['pending', 'in-progress', 'done', 'blocked', 'odd'],
    expected_hash: ['0'.repeat(64)],
    trace_id: ['0'.repeat(32)],
  }
}
