import { codePointsIn } from '../corpus/code-points.ts'
import { type Claim, type ClaimGraph, type Edge, edgesOf, evidenceBehind, relations } from './claim-graph.ts'

/** The part of a graph that an answer shows. */
export interface AnswerGraph extends ClaimGraph {
  readonly truncated: boolean
}

const MAX_CHARS = 8000
const MAX_EDGES = 3

/** What the claims need: the strongest edges of each kind, as many claims as fit. All of it stays in the trace. */
export function answerGraph(graph: ClaimGraph): AnswerGraph {
  const wanted = graph.claims.map((claim) =>
    relations.flatMap((relation) => edgesOf(graph, claim.claim_id, relation).slice(0, MAX_EDGES)),
  )
  for (let most = MAX_EDGES * relations.length; most >= 1; most--) {
    const shown = shownOf(
      graph,
      graph.claims,
      wanted.map((edges) => edges.slice(0, most)),
    )
    if (fits(shown)) return { ...shown, truncated: shown.edges.length < graph.edges.length }
  }
  for (let count = graph.claims.length - 1; count > 0; count--) {
    const shown = shownOf(
      graph,
      graph.claims.slice(0, count),
      wanted.map((edges) => edges.slice(0, 1)),
    )
    if (fits(shown)) return { ...shown, truncated: true }
  }
  return { claims: [], evidences: [], edges: [], facets: graph.facets, truncated: true }
}

function shownOf(graph: ClaimGraph, claims: readonly Claim[], wanted: readonly (readonly Edge[])[]): ClaimGraph {
  const edges = wanted.slice(0, claims.length).flat()
  const evidences = [...new Set(edges.map((edge) => evidenceBehind(graph, edge)))]
  return { claims, evidences, edges, facets: graph.facets }
}

/** Room is left for `truncated` itself. */
function fits(graph: ClaimGraph): boolean {
  const room = MAX_CHARS - 20
  // Most graphs are small, and need not be written to see it.
  if (mostLetters(graph) <= room) return true
  const text = JSON.stringify(graph)
  return text.length <= room || codePointsIn(text, text.length) <= room
}

/** What names and numbers of a row take at most, beside its texts. */
const ROW = 400
const EDGE = 150
/** What JSON writes in up to six letters. */
const ESCAPED = /["\\\p{Cc}\p{Cs}]/u

function mostLetters({ claims, evidences, edges, facets }: ClaimGraph): number {
  let letters = ROW * (1 + claims.length + evidences.length + facets.length) + EDGE * edges.length
  for (const { text } of claims) letters += written(text)
  for (const { quote, ref } of evidences) letters += written(quote) + written(ref.manual_id) + written(ref.path)
  return letters
}

function written(text: string): number {
  return ESCAPED.test(text) ? 6 * text.length : text.length
}
