import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { childEnvironment } from '../environment.ts'
import { inMemory, type Stage } from '../in-memory.ts'
import { runProgram } from '../processes.ts'
import { defineRun, type RunOrder, type RunOutcome } from '../run.ts'
import { photograph } from './photograph.ts'

const PROGRAMS = { writer: 'doors/card-writer.ts', attacker: 'doors/exchanging.ts' }

export const run = defineRun('swap-boards', (order) => inMemory(order, PROGRAMS, attack), {
  full: { exchanges: 100_000 },
  expectedSeconds: 120,
})

interface Seen {
  readonly made: number
  readonly changed: number
  readonly refused: number
  readonly bugs: readonly string[]
}

async function attack(
  { counts, signal }: RunOrder,
  { folder, writer, attacker }: Stage<keyof typeof PROGRAMS>,
): Promise<RunOutcome> {
  mkdirSync(join(folder, 'root/.kanban'), { recursive: true })
  // Outside lies what a board has, so that nothing fails there for want of a folder.
  for (const name of ['backlog', 'doing', 'done', 'notes', '.shoko'])
    mkdirSync(join(folder, 'outside', name), { recursive: true })
  for (const name of ['lock.db', 'index-lock.db']) writeFileSync(join(folder, 'outside/.shoko', name), '')
  const before = photograph(join(folder, 'outside'))
  const victim: ChildProcessByStdio<Writable, Readable, null> = spawn(process.execPath, [writer, folder], {
    env: childEnvironment(),
    stdio: ['pipe', 'pipe', 'inherit'],
    signal,
  })
  victim.on('error', () => {}) // an aborted run ends its processes
  let printed = ''
  victim.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text))
  await once(victim.stdout, 'data')
  await runProgram([attacker, folder, String(counts.exchanges)], signal)
  victim.stdin.end()
  await once(victim, 'close')
  const { made, changed, refused, bugs } = JSON.parse(printed.trim().split('\n').at(-1)!) as Seen
  const after = photograph(join(folder, 'outside'))
  const strays = readdirSync(join(folder, 'root')).filter((name) => !['.kanban', 'link'].includes(name))
  const failures = [
    ...(after === before ? [] : [{ what: `the outside has changed:\n${before}\n${after}` }]),
    ...(strays.length === 0 ? [] : [{ what: `beside the board: ${strays.join(', ')}` }]),
    ...(made > 0 && refused > 0 ? [] : [{ what: `nothing was at stake: ${made} cards made, ${refused} calls refused` }]),
    ...bugs.map((what) => ({ what: `answered with a bug: ${what}` })),
  ]
  return {
    figures: { exchanges: counts.exchanges!, 'cards made': made, 'changed to the end': changed, refused },
    failures,
  }
}
