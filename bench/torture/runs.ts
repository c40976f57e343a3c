import type { TortureRun } from './run.ts'

/** By name, in the order of the published table; loaded one by one, since a process that starts thousands of others must stay small. */
const modules: Readonly<Record<string, () => Promise<{ readonly run: TortureRun }>>> = {
  'kill-writers': () => import('./kill/kill-writers.ts'),
  'kill-server': () => import('./kill/kill-server.ts'),
  'shared-kills': () => import('./shared/shared-kills.ts'),
  'fail-system-calls': () => import('./faults/fail-system-calls.ts'),
  'fail-each-call': () => import('./faults/fail-each-call.ts'),
  'cut-power': () => import('./power/cut-power.ts'),
  'lost-update': () => import('./contention/lost-update.ts'),
  'mixed-writers': () => import('./contention/mixed.ts'),
  'create-race': () => import('./contention/create-race.ts'),
  'swap-links': () => import('./links/swap-links.ts'),
  'swap-boards': () => import('./doors/swap-boards.ts'),
  'move-links': () => import('./moves/move-links.ts'),
  'hostile-patterns': () => import('./patterns/hostile-patterns.ts'),
  'doors-requests': () => import('./doors/requests.ts'),
  'doors-files': () => import('./doors/files.ts'),
  'doors-neighbour': () => import('./doors/neighbour.ts'),
  'abuse-http': () => import('./neighbours/abuse-http.ts'),
  'fuzz-paths': () => import('./fuzz/paths.ts'),
  'fuzz-hostile-tree': () => import('./fuzz/hostile-tree.ts'),
  'fuzz-front-matter': () => import('./fuzz/front-matter.ts'),
  'fuzz-cards': () => import('./fuzz/cards.ts'),
  'fuzz-columns': () => import('./fuzz/columns.ts'),
  'fuzz-ndjson': () => import('./fuzz/ndjson.ts'),
  'fuzz-queries': () => import('./fuzz/queries.ts'),
  'fuzz-patterns': () => import('./fuzz/patterns.ts'),
  'fuzz-arguments': () => import('./fuzz/arguments.ts'),
  'model-vault': () => import('./models/vault.ts'),
  'model-board': () => import('./models/board.ts'),
  'model-workspace': () => import('./models/workspace.ts'),
  'full-disk': () => import('./exhaustion/full-disk.ts'),
  'few-descriptors': () => import('./exhaustion/few-descriptors.ts'),
  'closed-folders': () => import('./exhaustion/no-writing.ts'),
  'clock-steps': () => import('./exhaustion/clock-steps.ts'),
  'event-flood': () => import('./exhaustion/event-flood.ts'),
  'large-file': () => import('./exhaustion/large-file.ts'),
  'many-files': () => import('./exhaustion/many-files.ts'),
}

export const runNames: readonly string[] = Object.keys(modules)

export async function loadRun(name: string): Promise<TortureRun> {
  const load = modules[name]
  if (load === undefined) throw new Error(`no run "${name}"; there are ${runNames.join(', ')}`)
  const { run } = await load()
  if (run.name !== name) throw new Error(`the run listed as "${name}" calls itself "${run.name}"`)
  return run
}

export function loadRuns(names: readonly string[] = runNames): Promise<TortureRun[]> {
  return Promise.all(names.map(loadRun))
}
