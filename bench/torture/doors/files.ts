import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { cliMain, fixtures, plainEnvironment, tour } from '@shoko/testkit'
import { Random } from '../random.ts'
import { defineRun, type Failure, type RunOrder, type RunOutcome } from '../run.ts'
import { openAlone, Server, type ToolAnswer } from '../server.ts'
import { photograph } from './photograph.ts'
import { allReaches } from './reaching.ts'
import { allTraps, type Ground, LIE, makeGround, PROGRAMS, SECRET } from './traps.ts'

const MOST_TRAPS = 5
const REACHES = 40
const PATIENCE_MS = 20_000
/** Doctor looks at settings of clients, which every workspace here has planted: as often as that. */
const DOCTOR_EVERY = 10
const WRONG_SETTINGS = 2

export const run = defineRun('doors-files', layTraps, { full: { workspaces: 300 }, expectedSeconds: 600, cores: 1 })

async function layTraps(order: RunOrder): Promise<RunOutcome> {
  const random = new Random(order.seed)
  const [traps, reaches] = [shuffled(allTraps(), random), allReaches()]
  const figures = { workspaces: 0, traps: 0, 'kinds of traps': 0, calls: 0, refused: 0, 'not started': 0, 'doctor runs': 0 }
  const kinds = new Set<string>()
  const failures: Failure[] = []
  const index = await makeIndex(order)
  for (let round = 0; round < order.counts.workspaces! && !order.signal.aborted; round++) {
    const folder = join(order.folder, String(round))
    mkdirSync(folder)
    const ground = makeGround(folder, { fixture: join(fixtures, 'workspace'), index })
    // In turn, so that each has been there as often as any other, and some more by chance.
    const planted = [traps[round % traps.length]!, ...Array.from({ length: random.below(MOST_TRAPS) }, () => random.pick(traps))]
    for (const trap of planted) trap.plant(ground)
    for (const { name } of planted) kinds.add(name)
    const before = stateOf(ground)
    const chosen = Array.from({ length: REACHES }, () => random.pick(reaches))
    const told = (what: string) => void failures.push({ what: `${what}\n  traps: ${planted.map(({ name }) => name).join('; ')}` })
    const visit = await visitServer(order, { ground, reaches: chosen, told })
    if (round % DOCTOR_EVERY === 0) {
      consultDoctor(ground, told)
      figures['doctor runs']++
    }
    compare(before, stateOf(ground), told)
    figures.workspaces++
    figures.traps += planted.length
    figures.calls += visit.calls
    figures.refused += visit.refused
    if (!visit.started) figures['not started']++
    if (failures.length === 0) rmSync(folder, { recursive: true, force: true })
    if (round % 25 === 24) order.report(`${round + 1} workspaces, ${figures.calls} calls, ${failures.length} failures`)
  }
  figures['kinds of traps'] = kinds.size
  if (figures.calls === figures.refused) failures.push({ what: 'nothing was at stake: no call did anything' })
  return { figures, failures }
}

function shuffled<T>(items: readonly T[], random: Random): readonly T[] {
  return items
    .map((item) => ({ item, at: random.next() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item)
}

interface Visit {
  readonly ground: Ground
  readonly reaches: readonly { readonly tool: string; readonly args: Readonly<Record<string, unknown>> }[]
  readonly told: (what: string) => void
}

async function visitServer(order: RunOrder, { ground, reaches, told }: Visit) {
  const server = new Server({ alone: true, env: environmentOf(ground), cwd: ground.workspace, signal: order.signal })
  const seen = { calls: 0, refused: 0, started: true }
  try {
    await server.open()
  } catch (error) {
    // Settings that lead outside are an error of the settings, said as such.
    if (!server.ended?.startsWith(`exit code ${WRONG_SETTINGS},`)) told(`does not start: ${String(error)}`)
    return { ...seen, started: false }
  }
  const earlier = new Map<string, Record<string, unknown>>()
  const stops = [...tour.map(({ tool, args }) => ({ tool, args })), ...reaches]
  for (const { tool, args } of stops) {
    const answer = await inTime(server.call(tool, typeof args === 'function' ? args(earlier) : args))
    seen.calls++
    if (answer === undefined) {
      told(`${tool} ${JSON.stringify(args)}: no answer in ${PATIENCE_MS} ms`)
      break
    }
    if (answer.ok) earlier.set(tool, answer.output)
    else seen.refused++
    judge(tool, answer, told)
    if (server.ended !== undefined) break
  }
  if (server.ended !== undefined) told(`the server has ended: ${server.ended}`)
  else await server.close()
  return seen
}

function judge(tool: string, answer: ToolAnswer, told: (what: string) => void): void {
  const text = JSON.stringify(answer.reply)
  if (text.includes(SECRET)) told(`${tool} shows what lies outside: ${text.slice(0, 400)}`)
  if (text.includes(LIE)) told(`${tool} believes a planted index: ${text.slice(0, 400)}`)
  if (!answer.ok && answer.message.startsWith('internal error')) told(`${tool} answers with a bug: ${answer.message}`)
}

async function inTime<T>(work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), PATIENCE_MS)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Whatever it finds wrong, it starts nothing that the workspace names. */
function consultDoctor({ workspace, outside, cache }: Ground, told: (what: string) => void): void {
  const env = { ...plainEnvironment(), XDG_CACHE_HOME: cache, HOME: cache, WORKSPACE_ROOT: workspace }
  const { stdout, stderr, signal } = spawnSync(process.execPath, [cliMain, 'doctor'], { cwd: workspace, env, timeout: 60_000 })
  if (signal !== null) told(`doctor did not end: ${signal}`)
  if (`${stdout}${stderr}`.includes(SECRET)) told('doctor shows what lies outside')
  if (existsSync(join(outside, 'ran'))) told('doctor has run what the workspace names')
}

interface State {
  readonly outside: string
  readonly programs: string
  readonly settings: string
  readonly open: readonly string[]
}

function stateOf({ workspace, outside, cache }: Ground): State {
  const read = (path: string) => (isFile(join(workspace, path)) ? readFileSync(join(workspace, path), 'utf8') : '')
  return {
    outside: photograph(outside),
    programs: PROGRAMS.map(read).join('\n'),
    settings: read('shoko.toml'),
    open: openFiles(join(cache, 'shoko')),
  }
}

function compare(before: State, after: State, told: (what: string) => void): void {
  if (before.outside !== after.outside) told(`the outside has changed:\n${before.outside}\n${after.outside}`)
  if (before.programs !== after.programs) told('a file that programs run was changed')
  if (before.settings !== after.settings) told('the settings of the workspace were changed')
  const opened = after.open.filter((path) => !before.open.includes(path))
  if (opened.length > 0) told(`open to other users: ${opened.join(', ')}`)
}

/** Files of a cache that others could read. */
function openFiles(folder: string): string[] {
  if (!lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => !path.startsWith('compiled')) // Node's own files, in a folder that is closed
    .filter((path) => (lstatSync(join(folder, path)).mode & 0o077) !== 0)
}

function isFile(place: string): boolean {
  return lstatSync(place, { throwIfNoEntry: false })?.isFile() === true
}

function environmentOf({ workspace, cache }: Pick<Ground, 'workspace' | 'cache'>): Record<string, string> {
  return {
    WORKSPACE_ROOT: workspace,
    VIBE_ROOT: join(workspace, 'vibe'),
    VIBE_DB: join(workspace, '.vibe-index/index.db'),
    XDG_CACHE_HOME: cache,
    HOME: cache,
  }
}

/** A true index, to be changed by the traps. */
async function makeIndex(order: RunOrder): Promise<string> {
  const folder = join(order.folder, 'true')
  mkdirSync(folder)
  const ground = makeGround(folder, { fixture: join(fixtures, 'workspace'), index: '' })
  const server = await openAlone(environmentOf(ground), order)
  const answer = await server.call('reindex', { full: true })
  await server.close()
  if (!answer.ok) throw new Error(`no index: ${answer.message}`)
  const index = join(order.folder, 'index.db')
  copyFileSync(join(ground.workspace, '.vibe-index/index.db'), index)
  chmodSync(index, 0o600)
  return index
}
