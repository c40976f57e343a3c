import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Held, processesWith } from './processes.ts'
import { type BenchSession, openSession } from './sessions.ts'
import { type Workspace, writeWorkspace } from './workspace.ts'

/**
 * What one and several agents on one workspace hold, and how soon they are answered.
 * node bench/memory/main.ts [--sessions 6] [--calls 300] [--pages 2000] [--notes 2000] [--idle 30] [--shared on|off]
 */
const { values: options } = parseArgs({
  options: {
    sessions: { type: 'string', default: '1' },
    calls: { type: 'string', default: '300' },
    pages: { type: 'string', default: '2000' },
    notes: { type: 'string', default: '2000' },
    idle: { type: 'string', default: '30' },
    shared: { type: 'string', default: 'on' },
  },
})
const sessions = Number(options.sessions)
const calls = Number(options.calls)
const root = mkdtempSync(join(tmpdir(), 'shoko-memory-'))
const env = { SHOKO_SHARED: options.shared }
try {
  await measure(writeWorkspace(root, { pages: Number(options.pages), notes: Number(options.notes) }))
} finally {
  rmSync(root, { recursive: true, force: true })
}

async function measure(workspace: Workspace): Promise<void> {
  console.log(`manuals ${mb(workspace.manualBytes)} MB, notes ${mb(workspace.noteBytes)} MB, ${sessions} session(s)`)
  await firstAnswers('cold', workspace)
  await firstAnswers('warm', workspace)
  const open = await Promise.all(Array.from({ length: sessions }, () => openSession(root, env)))
  await report('started')
  const times = await Promise.all(open.map((session, at) => work(session, workspace, at)))
  for (const tool of Object.keys(times[0]!)) {
    const all = times.flatMap((one) => one[tool]!).toSorted((a, b) => a - b)
    console.log(`${tool.padEnd(12)} p50 ${at(all, 0.5)} ms  p95 ${at(all, 0.95)} ms  max ${at(all, 1)} ms`)
  }
  await report('busy')
  const idle = Number(options.idle)
  await sleep(idle * 1000)
  await report(`idle ${idle} s`)
  const again = await open[0]!.call('manual_find', { query: workspace.questions[0]! })
  console.log(`after idling, manual_find ${again.ms.toFixed(0)} ms`)
  await Promise.all(open.map((session) => session.close()))
  await ended()
}

/** All started at once; each asks the manuals as soon as it has the tools. */
async function firstAnswers(state: 'cold' | 'warm', { questions }: Workspace): Promise<void> {
  if (state === 'cold') rmSync(join(root, 'cache'), { recursive: true, force: true })
  const elapsed = await Promise.all(
    Array.from({ length: sessions }, async (_, place) => {
      const session = await openSession(root, env)
      const { ok, text } = await session.call('manual_find', { query: questions[place]! })
      if (!ok) throw new Error(text)
      const after = performance.now() - session.startedAt
      return { session, after }
    }),
  )
  const sorted = elapsed.map(({ after }) => after).toSorted((a, b) => a - b)
  console.log(`${state}: first answer ${at(sorted, 0)} ms, last ${at(sorted, 1)} ms after its start`)
  await Promise.all(elapsed.map(({ session }) => session.close()))
  await ended()
}

async function work(session: BenchSession, { questions }: Workspace, offset: number): Promise<Record<string, number[]>> {
  const times: Record<string, number[]> = { manual_find: [], vault_search: [], search: [] }
  for (let call = 0; call < calls; call++) {
    const query = questions[(call + offset * 37) % questions.length]!
    const word = query.split(/[\s、。？?]+/)[0]!.slice(0, 40) || query
    for (const [tool, args] of [
      ['manual_find', { query }],
      ['vault_search', { query: word }],
      ['search', { query: word }],
    ] as const) {
      const { ms, ok, text } = await session.call(tool, args)
      if (!ok) throw new Error(`${tool}: ${text}`)
      times[tool]!.push(ms)
    }
  }
  return times
}

async function report(moment: string): Promise<void> {
  const all = processesWith(`XDG_CACHE_HOME=${join(root, 'cache')}`)
  console.log(`${moment}: ${all.reduce((sum, { pss }) => sum + pss, 0).toFixed(0)} MB in ${all.length} processes`)
  for (const one of all) console.log(`  ${line(one)}`)
}

/** Nothing that one measurement leaves behind runs into the next. */
async function ended(): Promise<void> {
  while (existsSync(root) && processesWith(`XDG_CACHE_HOME=${join(root, 'cache')}`).length > 0) await sleep(100)
}

function line({ pid, pss, anonymous, command }: Held): string {
  const shown = command
    .split(' ')
    .map((part) => part.split('/').at(-1))
    .join(' ')
    .slice(0, 60)
  return `${String(pid).padEnd(8)} ${pss.toFixed(0).padStart(5)} MB (anonymous ${anonymous.toFixed(0)})  ${shown}`
}

function at(sorted: readonly number[], part: number): string {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!.toFixed(1)
}

function mb(bytes: number): string {
  return (bytes / 1e6).toFixed(1)
}
