import type { Call } from '@shoko/contract'
import { presentTerms, type QueryTerm } from '@shoko/search'
import type { VaultContext } from '../context.ts'
import type { FileScope } from '../scope.ts'
import type { Finding, Signal } from './finding.ts'
import { createLooseTerms, type LooseTerms } from './match-loosely.ts'
import type { NoteRecord } from './note-record.ts'
import { acceptsIn } from './scope-filter.ts'

export interface GatherRequest {
  readonly query: string
  readonly terms: readonly QueryTerm[]
  /** Undefined: a folder that searches leave out. */
  readonly scope: FileScope | undefined
  readonly maxCandidates: number
  readonly timeMs: number
}

/** A section of a note that speaks to the query. */
export interface Hit extends Finding {
  readonly section: number
  readonly score: number
}

/** What both stages have found, within the budget. */
export interface Gathered {
  /** Best first. */
  readonly hits: readonly Hit[]
  /** Notes in scope, their lines, and the files in scope that hold no text. */
  readonly files: number
  readonly lines: number
  readonly warnings: number
  readonly cut: { readonly reason: 'time_budget' | 'candidate_cap'; readonly stage: 0 | 1 } | undefined
}

/** Where so many sections hold the words themselves, what only looks like them is chance. */
const FEW = 20
/** Nor is it looked for in more sections than this: they come in the order of how much they look like it. */
const LOOSE_LOOKS = 60
const BLOCK = 100
/** So many hits are read for their passages anyway. */
const BEST = 8
/** The share of the time that the ranking may take; the rest is for looking at what it found. */
const RANK_SHARE = 0.6

export async function gather(context: VaultContext, request: GatherRequest, call: Call): Promise<Gathered> {
  const { scope, timeMs } = request
  if (scope === undefined) return NOTHING
  const began = performance.now()
  const isComplete = await context.notes.refresh(call, timeMs)
  const accepts = await acceptsIn(context, scope, call)
  const counted = countFiles(context, accepts)
  const { hits, cut } = await collect(context, { ...request, accepts, began })
  const late = { reason: 'time_budget', stage: 0 } as const
  return { hits, ...counted, cut: cut ?? (isComplete ? undefined : late) }
}

const NOTHING: Gathered = { hits: [], files: 0, lines: 0, warnings: 0, cut: undefined }

interface Collection extends GatherRequest {
  readonly accepts: (path: string) => boolean
  readonly began: number
}

async function collect(context: VaultContext, collection: Collection): Promise<Pick<Gathered, 'hits' | 'cut'>> {
  const { terms, maxCandidates, timeMs, began } = collection
  const isPast = (share: number) => performance.now() - began > share * timeMs
  const { hits, unsure, cut } = takeHits(context, collection, isPast)
  if (cut !== undefined) return { hits, cut }
  const looseTerms = createLooseTerms(context, terms)
  const completed = await completeLoosely(hits, { terms, looseTerms })
  for (const hit of hits.length < FEW ? unsure.slice(0, LOOSE_LOOKS) : []) {
    if (isPast(1)) return { hits: completed, cut: { reason: 'time_budget', stage: 1 } }
    const held = await looseTerms({ path: hit.key, section: hit.section })
    if (held.length > 0) push(completed, context.notes.records.get(hit.key), { ...hit, held }, 'loose')
    if (completed.length > maxCandidates)
      return { hits: completed.slice(0, maxCandidates), cut: { reason: 'candidate_cap', stage: 1 } }
  }
  return { hits: completed, cut: undefined }
}

interface TakenHits extends Pick<Gathered, 'cut'> {
  readonly hits: readonly Hit[]
  /** What the ranking found by pieces of words alone. */
  readonly unsure: readonly Ranked[]
}

/** Stage 0. Taken before anything is awaited: a change of a note numbers the sections anew. */
function takeHits(
  { notes }: VaultContext,
  { query, terms, maxCandidates, accepts }: Collection,
  isPast: (share: number) => boolean,
): TakenHits {
  const ranking = notes.ranker.rank(query, { accept: accepts, isOver: () => isPast(RANK_SHARE) })
  const hits: Hit[] = []
  const unsure: Ranked[] = []
  for (const { ordinal, score, terms: inText, headed } of ranking.take(maxCandidates + BLOCK)) {
    const { key, section } = notes.ranker.locate(ordinal)
    const record = notes.records.get(key)
    const held = inText.length > 0 ? inText : headed ? termsAbove(record, section, terms) : []
    if (held.length > 0) push(hits, record, { key, section, score, held }, 'normalized')
    else unsure.push({ key, section, score, held })
    if (hits.length > maxCandidates)
      return { hits: hits.slice(0, maxCandidates), unsure, cut: { reason: 'candidate_cap', stage: 0 } }
  }
  const isLate = ranking.cut || isPast(1)
  return { hits, unsure, cut: isLate ? { reason: 'time_budget', stage: 0 } : undefined }
}

/** The best hits may hold the words that they seem to lack with separators between the letters. */
async function completeLoosely(
  hits: readonly Hit[],
  { terms, looseTerms }: { readonly terms: readonly QueryTerm[]; readonly looseTerms: LooseTerms },
): Promise<Hit[]> {
  const completed = [...hits]
  const covered = new Set(hits.flatMap((hit) => hit.terms))
  if (covered.size === terms.length) return completed
  for (const [place, hit] of hits.slice(0, BEST).entries()) {
    const more = (await looseTerms(hit)).filter((term) => !covered.has(term))
    if (more.length > 0) completed[place] = { ...hit, signals: [...hit.signals, 'loose'], terms: [...hit.terms, ...more] }
  }
  return completed
}

interface Ranked {
  readonly key: string
  readonly section: number
  readonly score: number
  readonly held: readonly number[]
}

function push(hits: Hit[], record: NoteRecord | undefined, { key, section, score, held }: Ranked, signal: Signal): void {
  const found = record?.sections?.[section]
  if (found === undefined) return
  hits.push({ path: key, start: found.startLine, end: found.endLine, signals: [signal], terms: held, section, score })
}

/** Words of the query that only the note's names or the headings above the section hold. */
function termsAbove(record: NoteRecord | undefined, section: number, terms: readonly QueryTerm[]): number[] {
  const headings = record?.sections?.[section]?.headings ?? []
  const above = [record?.names ?? '', ...headings].join('\n')
  return presentTerms(above, terms).flatMap((present, term) => (present ? [term] : []))
}

function countFiles({ notes }: VaultContext, accepts: (path: string) => boolean): Pick<Gathered, 'files' | 'lines' | 'warnings'> {
  let [files, lines, warnings] = [0, 0, 0]
  for (const { path, sections, lines: own } of notes.records.values()) {
    if (!accepts(path)) continue
    if (sections === undefined) warnings++
    else files++
    lines += own
  }
  return { files, lines, warnings }
}
