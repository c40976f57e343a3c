import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Random } from '../random.ts'
import { defineRun, type Failure, type RunOrder, type RunOutcome } from '../run.ts'
import { Server } from '../server.ts'

const TEXTS = 50
const AT_ONCE = 2
/** Two seconds of the native engine, ten of the linear one, and as much again for those that wait for the same threads. */
const DEADLINE_MS = 25_000

export const run = defineRun('hostile-patterns', searchHostilely, { full: { patterns: 200 }, expectedSeconds: 500 })

async function searchHostilely({ counts, seed, folder, report, signal }: RunOrder): Promise<RunOutcome> {
  const random = new Random(seed)
  makeVault(folder, random)
  const env = {
    WORKSPACE_ROOT: folder,
    VAULT_ROOT: join(folder, 'vault'),
    SHOKO_FAMILIES: 'vault,kanban',
    XDG_CACHE_HOME: join(folder, 'cache'),
  }
  const server = await new Server({ env, signal }).open()
  const queue = Array.from({ length: counts.patterns! }, () => hostilePattern(random))
  const failures: Failure[] = []
  const [searches, others]: [number[], number[]] = [[], []]
  const codes = new Map<string, number>()
  let searching = true
  const probing = probe()
  await Promise.all(Array.from({ length: AT_ONCE }, search))
  searching = false
  await probing
  await server.close()
  const figures = {
    'patterns x texts': `${counts.patterns} x ${TEXTS}`,
    'ended with': [...codes].map(([code, count]) => `${code} ${count}`).join(', '),
    'longest search (s)': round(Math.max(...searches) / 1000),
    'other calls': others.length,
    'other calls p99 (ms)': round(percentile(others, 0.99)),
    'other calls max (ms)': round(Math.max(...others)),
  }
  return { figures, failures }

  async function search(): Promise<void> {
    for (let query = queue.pop(); query !== undefined; query = queue.pop()) {
      signal.throwIfAborted()
      const started = performance.now()
      const answer = await server.call('vault_search', { query, mode: 'regex' })
      const took = performance.now() - started
      searches.push(took)
      const code = answer.ok ? 'a result' : answer.code
      codes.set(code, (codes.get(code) ?? 0) + 1)
      if (took > DEADLINE_MS) failures.push({ what: `${query}: took ${Math.round(took)} ms` })
      if (!answer.ok && answer.code !== 'invalid_parameter') failures.push({ what: `${query}: ${answer.code} ${answer.message}` })
      if (queue.length % 20 === 0) report(`${counts.patterns! - queue.length} of ${counts.patterns} patterns`)
    }
  }

  async function probe(): Promise<void> {
    while (searching) {
      const started = performance.now()
      const answer = await server.call('vault_read', { path: 'note-0.md', full: true })
      others.push(performance.now() - started)
      if (!answer.ok) failures.push({ what: `vault_read meanwhile: ${answer.code} ${answer.message}` })
      await sleep(20)
    }
  }
}

/** Nearly what the patterns want, so that a backtracking engine tries everything before it gives up. */
function makeVault(folder: string, random: Random): void {
  mkdirSync(join(folder, 'vault'), { recursive: true })
  for (let n = 0; n < TEXTS; n++) {
    const unit = random.pick(['a', 'ab', 'aa b', 'x1', '日本', 'é '])
    const lines = Array.from({ length: 5 }, () => `${unit.repeat(30 + random.below(2000))}!`)
    writeFileSync(join(folder, 'vault', `note-${n}.md`), `${lines.join('\n')}\n`)
  }
}

/** Repetitions inside repetitions, alternatives that overlap, back references, and an end that never comes. */
function hostilePattern(random: Random): string {
  const atom = () => random.pick(['a', '[ab]', '\\w', '.', '(a|a)', '(a|ab|b)', '[^!]', '日?本?', '(\\w|é)', 'x?1?'])
  const repeat = () => random.pick(['+', '*', '{1,30}', '+?', '{2,}'])
  const inner = `${atom()}${repeat()}${random.below(2) === 0 ? atom() : ''}`
  const nested = `(${inner})${repeat()}`
  const more = random.below(3) === 0 ? `(${nested}${atom()})${repeat()}` : nested
  const reference = random.below(6) === 0 ? '\\1' : ''
  const head = random.pick(['', '^', '(?:^|\\s)', '(?=.*)'])
  return `${head}${more}${reference}${random.pick(['$', 'Z', '[^\\s\\S]', '\\?$', 'never'])}`
}

function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
