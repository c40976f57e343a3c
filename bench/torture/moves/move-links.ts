import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { childEnvironment } from '../environment.ts'
import { Random } from '../random.ts'
import { defineRun, type RunOrder, type RunOutcome } from '../run.ts'
import { bundle } from '../writers/bundle.ts'
import { generate, HUB_ALL, HUB_SOME, type LinkedNote, render } from './linked-notes.ts'
import { checkMove, checkWhole, type Move } from './move-model.ts'

const SOME = 200
const SOME_MS = 1000
const ALL_MS = 10_000
const MAX_FAILURES = 5

export const run = defineRun('move-links', moveLinks, {
  full: { notes: 5000, kills: 200, moves: 30 },
  expectedSeconds: 900,
  cores: 1,
})

class Campaign {
  readonly order: RunOrder
  readonly dir: string
  readonly program: string
  readonly random: Random
  readonly problems: string[] = []
  notes: Map<string, LinkedNote>
  killed = 0
  during = 0

  constructor(order: RunOrder, program: string) {
    this.order = order
    this.program = program
    this.dir = join(order.folder, 'vault')
    this.random = new Random(order.seed)
    this.notes = generate(order.counts.notes!, { random: this.random, some: Math.min(SOME, order.counts.notes!) }).notes
    for (const [path, note] of this.notes) {
      mkdirSync(dirname(join(this.dir, path)), { recursive: true })
      writeFileSync(join(this.dir, path), render(note))
    }
  }

  get isOver(): boolean {
    this.order.signal.throwIfAborted()
    return this.problems.length >= MAX_FAILURES
  }

  /** Runs a move to its end and compares; gives the milliseconds of the call. */
  async move(move: Move): Promise<number> {
    const child = this.#start(move)
    const output = await child.ended
    const answer = output.split('\n')[1]
    if (!answer?.startsWith('{')) {
      this.problems.push(`${move.from} to ${move.to}: ${output.slice(0, 600)}`)
      return Number.NaN
    }
    const { notes, problems } = checkMove(this.notes, { disk: this.#read(), move })
    this.problems.push(...problems.slice(0, MAX_FAILURES).map((problem) => `${move.from} to ${move.to}: ${problem}`))
    this.notes = notes
    return (JSON.parse(answer) as { ms: number }).ms
  }

  /** Starts a move, kills it after a while, looks at what is left, and lets the same call finish. */
  async killedMove(move: Move, delayMs: number): Promise<void> {
    const child = this.#start(move)
    await child.ready
    await sleep(delayMs)
    child.kill()
    const output = await child.ended
    this.killed++
    if (!output.includes('{')) this.during++
    const broken = checkWhole(this.notes, { disk: this.#read(), move })
    this.problems.push(...broken.slice(0, MAX_FAILURES).map((problem) => `killed, ${move.from} to ${move.to}: ${problem}`))
    await this.move(move)
  }

  randomMove(n: number): Move {
    const paths = [...this.notes.keys()].filter((path) => !path.startsWith('hubs/'))
    const from = this.random.pick(paths)
    if (this.random.below(4) === 0 && from.includes('/')) return { from: dirname(from), to: `moved ${n}/フォルダ` }
    return { from, to: `${this.random.pick(['', 'a/', 'new folder/deep/'])}renamed (${n}) メモ.md` }
  }

  #start({ from, to }: Move) {
    const { signal } = this.order
    const child = spawn(process.execPath, [this.program, this.dir, from, to], { env: childEnvironment(), signal })
    child.on('error', () => {}) // an aborted run ends its processes
    let output = ''
    const isReady = Promise.withResolvers<void>()
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
      isReady.resolve()
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
    const ended = once(child, 'close').then(() => {
      isReady.resolve()
      return output
    })
    return { ready: isReady.promise, ended, kill: () => child.kill('SIGKILL') }
  }

  #read(): Map<string, string> {
    const disk = new Map<string, string>()
    for (const entry of readdirSync(this.dir, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
      const relative = path.slice(this.dir.length + 1)
      if (entry.isFile() && !relative.startsWith('.system/')) disk.set(relative, readFileSync(path, 'utf8'))
    }
    return disk
  }
}

async function moveLinks(order: RunOrder): Promise<RunOutcome> {
  const campaign = new Campaign(order, await bundle(join(order.folder, 'programs'), 'moves/move-child.ts'))
  const some = await campaign.move({ from: HUB_SOME, to: 'hubs/some, renamed.md' })
  const all = await campaign.move({ from: HUB_ALL, to: 'all, renamed.md' })
  if (order.scale >= 1 && some > SOME_MS) campaign.problems.push(`a note linked from ${SOME} files took ${Math.round(some)} ms`)
  if (order.scale >= 1 && all > ALL_MS) campaign.problems.push(`a note linked from all took ${Math.round(all)} ms`)
  let last = some
  for (let n = 0; n < order.counts.moves! && !campaign.isOver; n++) last = await campaign.move(campaign.randomMove(n))
  let hub = 'all, renamed.md'
  for (let n = 0; n < order.counts.kills! && !campaign.isOver; n++) {
    // Now and then the note that all others lead to: there is most to be in the middle of.
    const isHub = n % 3 === 0
    const move = isHub ? { from: hub, to: `hubs/all ${n}.md` } : campaign.randomMove(1000 + n)
    if (isHub) hub = move.to
    await campaign.killedMove(move, campaign.random.next() * (isHub ? all : last * 1.2))
    if (n % 20 === 0) order.report(`${n} of ${order.counts.kills} kills`)
  }
  return {
    figures: {
      notes: campaign.notes.size,
      links: [...campaign.notes.values()].reduce((sum, { links }) => sum + links.length, 0),
      [`linked from ${Math.min(SOME, order.counts.notes!)}, ms`]: Math.round(some),
      'linked from all, ms': Math.round(all),
      kills: campaign.killed,
      'in the middle of the call': campaign.during,
    },
    failures: campaign.problems.map((what) => ({ what })),
  }
}
