import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { photograph } from '../doors/photograph.ts'
import { childEnvironment } from '../environment.ts'
import { inMemory, type Stage } from '../in-memory.ts'
import { runProgram } from '../processes.ts'
import { Random } from '../random.ts'
import { defineRun, type RunOrder, type RunOutcome } from '../run.ts'

const VICTIMS = 2

const PROGRAMS = { victim: 'links/victim.ts', attacker: 'links/swapping.ts' }

export const run = defineRun('swap-links', (order) => inMemory(order, PROGRAMS, attack), {
  full: { reads: 1_000_000, writes: 200_000 },
  expectedSeconds: 120,
})

interface Seen {
  readonly escapes: number
  readonly done: number
  readonly refused: number
  readonly bugs: readonly string[]
}

async function attack(
  { counts, seed, signal }: RunOrder,
  { folder, victim, attacker }: Stage<keyof typeof PROGRAMS>,
): Promise<RunOutcome> {
  for (const name of ['sub/note.md', 'sub/dir/note.md', 'other/note.md', 'other/dir/note.md']) {
    put(join(folder, 'root', name), 'inside')
    put(join(folder, 'outside', name), 'SECRET')
    put(join(folder, 'outside', dirname(name), 'secret.md'), 'SECRET')
  }
  const before = photograph(join(folder, 'outside'))
  const swapping = spawn(process.execPath, [attacker, folder], {
    env: childEnvironment(),
    stdio: ['ignore', 'pipe', 'inherit'],
    signal,
  })
  swapping.on('error', () => {}) // an aborted run ends its processes
  await once(swapping.stdout, 'data')
  const random = new Random(seed)
  const share = (count: number) => String(Math.ceil(count / VICTIMS))
  const outputs = await Promise.all(
    Array.from({ length: VICTIMS }, (_, n) =>
      runProgram([victim, folder, `v${n}`, String(random.seed()), share(counts.reads!), share(counts.writes!)], signal),
    ),
  )
  swapping.kill('SIGKILL')
  const seen = outputs.map((output) => JSON.parse(output) as Seen)
  const sum = (key: 'escapes' | 'done' | 'refused') => seen.reduce((total, one) => total + one[key], 0)
  const after = photograph(join(folder, 'outside'))
  const failures = [
    ...(sum('escapes') === 0 ? [] : [{ what: `${sum('escapes')} reads saw what lies outside` }]),
    ...(after === before ? [] : [{ what: `the outside has changed:\n${before}\n${after}` }]),
    ...seen.flatMap(({ bugs }) => bugs.map((what) => ({ what: `answered with a bug: ${what}` }))),
  ]
  const figures = { reads: counts.reads!, writes: counts.writes!, 'went through': sum('done'), refused: sum('refused') }
  return { figures: { ...figures, escapes: sum('escapes') }, failures }
}

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
