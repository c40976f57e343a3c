import type { Corpus } from '../corpus/corpus.ts'
import type { UnscannedGroup } from './findings.ts'
import type { Pass } from './gather.ts'
import type { Scope } from './scope.ts'

export interface Looked {
  readonly scope: Scope
  /** Files that were not in the index when the search began. */
  readonly waiting: ReadonlySet<string>
  readonly pass: Pass
  /** Stage 4 ran: all manuals were in scope. */
  readonly widened: boolean
}

export interface Coverage {
  readonly files: number
  readonly nodes: number
  /** Files in scope that cannot be searched. */
  readonly skipped: number
  readonly unscanned: readonly UnscannedGroup[]
}

/** What a search looked at, and what it did not. */
export function coverageOf(corpus: Corpus, { scope, waiting, pass, widened }: Looked): Coverage {
  const accepts = widened ? () => true : scope.accepts
  const late = [...waiting].filter(accepts)
  const total = totalsOf(corpus, scope, widened)
  const known = countNodes(corpus, late)
  const all = { files: total.files - known.files, nodes: total.nodes - known.nodes }
  const reached = pass.stopped?.reached
  const seen = reached === undefined ? all : { files: reached.files.size, nodes: reached.nodes }
  const groups: UnscannedGroup[] = [
    { reason: 'time_budget', count: late.length, keys: () => late },
    {
      reason: pass.stopped?.by ?? 'time_budget',
      count: all.files - seen.files,
      keys: once(() => filesIn(corpus, (key) => accepts(key) && !waiting.has(key) && reached?.files.has(key) !== true)),
    },
    outside(corpus, scope, widened),
  ]
  return { ...seen, skipped: total.skipped, unscanned: groups.filter(({ count }) => count > 0) }
}

/** The files of the other manuals, when the search was told to stay in one. */
function outside(corpus: Corpus, scope: Scope, widened: boolean): UnscannedGroup {
  const count = scope.closed && !widened ? corpus.totals().files - corpus.totals(scope.manualId).files : 0
  return { reason: 'stage_cap', count, keys: once(() => filesIn(corpus, (key) => !scope.accepts(key))) }
}

function filesIn(corpus: Corpus, isWanted: (key: string) => boolean): string[] {
  const keys: string[] = []
  for (const [key, { kind }] of corpus.records) if (kind === 'nodes' && isWanted(key)) keys.push(key)
  return keys
}

function totalsOf(corpus: Corpus, { manualId, only }: Scope, widened: boolean) {
  if (only === undefined) return corpus.totals(widened ? undefined : manualId)
  return { ...countNodes(corpus, only), skipped: [...only].filter((key) => corpus.records.get(key)?.kind === 'skipped').length }
}

function countNodes(corpus: Corpus, keys: Iterable<string>): { readonly files: number; readonly nodes: number } {
  let [files, nodes] = [0, 0]
  for (const key of keys) {
    const record = corpus.records.get(key)
    if (record?.kind !== 'nodes') continue
    files++
    nodes += record.lines.length
  }
  return { files, nodes }
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
