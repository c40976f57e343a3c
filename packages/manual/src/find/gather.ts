import type { ManualContext } from '../context.ts'
import { wordsOf } from '../corpus/file-record.ts'
import { hasExceptionWord } from '../corpus/node-flags.ts'
import { type NodePlace, placeOf } from '../corpus/node-place.ts'
import type { Budget } from './budget.ts'
import { type Candidate, identity, signalSet } from './candidate.ts'
import { type IndexHit, type IndexHits, searchIndex } from './index-hits.ts'
import { createNodeMatcher, isHopeless } from './match-node.ts'
import type { FindQuery } from './query.ts'
import { createJudge } from './score.ts'

export interface Pass {
  /** In no order. */
  readonly candidates: readonly Candidate[]
  /** The files that were looked at, and why the others were not; undefined when all were. */
  readonly stopped: Stopped | undefined
}

export interface Stopped {
  readonly by: 'time_budget' | 'candidate_cap'
  readonly reached: Reached
}

export interface Reached {
  readonly files: ReadonlySet<string>
  /** How many nodes they have. */
  readonly nodes: number
}

/** Which of the nodes found become candidates. */
export interface Filter {
  readonly accepts: (key: string) => boolean
  /** Only nodes that hold an exception word as well. */
  readonly exceptionsOnly: boolean
}

export const EVERYTHING: readonly Filter[] = [{ accepts: () => true, exceptionsOnly: false }]

export interface GatherInput {
  readonly query: FindQuery
  readonly budget: Budget
  readonly accepts: (key: string) => boolean
  /** Filters to go through in this order. */
  readonly filters: readonly Filter[]
  /** Candidates of an earlier pass: they count, and are not gathered again. */
  readonly taken: readonly Candidate[]
}

/** Stages 0 to 2: the nodes that match, normalized or loosely, with their signals and scores. The budget is checked per node. */
export function gather(ctx: ManualContext, input: GatherInput): Pass {
  const { query, budget, accepts } = input
  const first = Math.max(FIRST_LOOK, 2 * budget.maxCandidates)
  const bestHits = searchIndex(ctx, { query, accepts, isOver: () => budget.isPast(INDEX_SHARE) })
  const near = look(ctx, bestHits(first), input)
  if (!near.goesOn) return near.pass
  if (budget.isPast(INDEX_SHARE)) return stoppedAt(near.looked, 'time_budget')
  const far = look(ctx, bestHits(first * 4), input)
  return far.goesOn ? stoppedAt(far.looked, 'candidate_cap') : far.pass
}

/** Hits are the ranker's numbers, which the next change of a file makes void: what was reached is worked out at once. */
function stoppedAt({ candidates, reached }: Looked, by: Stopped['by']): Pass {
  return { candidates, stopped: { by, reached: reached() } }
}

/** The share of the time that the index may take; the rest is for looking at what it found. */
const INDEX_SHARE = 0.6
const TAIL = 50
/** Where so many nodes hold the words themselves, what only looks like them is chance, and not worth its time. */
const FEW = 20
/** Nor is it in so many nodes that the ranker found by pieces of words alone: they come in the order of how much they look like it. */
const LOOSE_LOOKS = 100
const FIRST_LOOK = 300
const NORMALIZED = signalSet('normalized')

interface Looked {
  readonly candidates: readonly Candidate[]
  /** Most searches look at everything, and nobody asks. */
  readonly reached: () => Reached
  readonly stoppedBy: Stopped['by'] | undefined
}

interface Look {
  readonly looked: Looked
  readonly pass: Pass
  readonly goesOn: boolean
}

function look(ctx: ManualContext, hits: IndexHits, input: GatherInput): Look {
  const looked = collect(ctx, hits, input)
  if (hits.late && looked.reached().files.size === 0) return { looked, pass: lookAtOne(ctx, input), goesOn: false }
  const by = looked.stoppedBy ?? (hits.late ? 'time_budget' : undefined)
  if (by !== undefined) return { looked, pass: stoppedAt(looked, by), goesOn: false }
  // As long as the last hits still hold the words, there are more of them further down.
  const goesOn = hits.cut && hits.seen.slice(-TAIL).some(holdsWord(ctx, input.query))
  return { looked, pass: { candidates: looked.candidates, stopped: undefined }, goesOn }
}

function holdsWord({ corpus }: ManualContext, query: FindQuery): (hit: IndexHit) => boolean {
  const { nodes } = corpus
  const match = createNodeMatcher(query, (ordinal) => nodes.wordsAt(ordinal))
  return (hit) => hit.terms.length > 0 || (match(nodes.placeAt(hit.ordinal), hit, false).signals & NORMALIZED) !== 0
}

function collect(ctx: ManualContext, hits: IndexHits, { query, budget, filters, taken }: GatherInput): Looked {
  const known = new Set(taken.map(({ place }) => identity(place)))
  // One look at hits of which none is taken meets every node once.
  const mayRepeat = filters.length > 1 || known.size > 0
  const { nodes } = ctx.corpus
  const match = createNodeMatcher(query, (ordinal) => nodes.wordsAt(ordinal))
  const judge = createJudge(ctx.settings, query)
  const candidates: Candidate[] = []
  let hasLooked = taken.length > 0
  let looseLooks = 0
  for (const [round, filter] of filters.entries()) {
    for (let place = 0; ; place++) {
      const loosely = candidates.length < FEW && looseLooks < LOOSE_LOOKS
      const hit = hits.at(place, query.indexKnows && !loosely)
      if (hit === undefined) break
      if (isHopeless(hit, query, loosely)) continue
      const node = nodes.placeAt(hit.ordinal)
      if (!filter.accepts(node.file)) continue
      const full = taken.length + candidates.length >= budget.maxCandidates
      // One file is always looked at, so that a search of the rest leaves less than the one before.
      if (full || (hasLooked && budget.expired)) {
        const reached = () => filesReached(ctx, hits.seen, { taken, filters: filters.slice(0, round + 1), places: place })
        return { candidates, reached, stoppedBy: full ? 'candidate_cap' : 'time_budget' }
      }
      hasLooked = true
      if (filter.exceptionsOnly && !hasExceptionWord(node.flags)) continue
      if (mayRepeat && known.has(identity(node))) continue
      if (hit.terms.length === 0) looseLooks++
      const matched = match(node, hit, loosely)
      // What only the headings above it or the title say is not enough.
      if (matched.signals === 0) continue
      if (mayRepeat) known.add(identity(node))
      candidates.push(judge(node, matched, hit))
    }
  }
  const reached = () => filesReached(ctx, hits.seen, { taken, filters, places: hits.seen.length })
  return { candidates, reached, stoppedBy: undefined }
}

interface LookedAt extends Pick<GatherInput, 'taken' | 'filters'> {
  /** How many of the hits the last of the filters was asked about. */
  readonly places: number
}

function filesReached({ corpus }: ManualContext, hits: readonly IndexHit[], { taken, filters, places }: LookedAt): Reached {
  const files = new Set<string>()
  let nodes = 0
  const reach = ({ file, fileNodes }: NodePlace) => {
    if (files.has(file)) return
    files.add(file)
    nodes += fileNodes
  }
  for (const { place } of taken) reach(place)
  for (const filter of filters) {
    const asked = filter === filters.at(-1) ? places : hits.length
    for (let place = 0; place < asked; place++) {
      const node = corpus.nodes.placeAt(hits[place]!.ordinal)
      if (filter.accepts(node.file)) reach(node)
    }
  }
  return { files, nodes }
}

/** Time was up before the index came to a file in scope: one is looked at without it, so that here too less is left than before. */
function lookAtOne(ctx: ManualContext, { query, accepts }: GatherInput): Pass {
  const record = ctx.corpus.records.values().find(({ kind, key }) => kind === 'nodes' && accepts(key))
  const match = createNodeMatcher({ ...query, indexKnows: false }, (section) => wordsOf(record!, section))
  const judge = createJudge(ctx.settings, query)
  const candidates: Candidate[] = []
  for (let section = 0; section < (record?.lines.length ?? 0); section++) {
    const node = placeOf(record!, section)
    const matched = match(node, { ordinal: section, terms: [], headed: true }, true)
    if (matched.signals !== 0) candidates.push(judge(node, matched))
  }
  const reached = { files: new Set(record === undefined ? [] : [record.key]), nodes: record?.lines.length ?? 0 }
  return { candidates, stopped: { by: 'time_budget', reached } }
}
