import {
  type Artifact,
  type ArtifactNode,
  type Citation,
  FINDING_KINDS,
  type FindingKind,
  type NodeGroup,
  quoteLine,
} from './artifact/model.ts'
import { NameIndex, namesIn } from './names.ts'
import { liesInside } from './ranges.ts'

export interface Finding {
  readonly kind: FindingKind
  readonly message: string
  readonly node_id: string | null
  readonly line: number
}

/** What is wrong, and the line that shows it. */
interface Problem {
  readonly line: number
  readonly quote: string
  readonly text: string
}

type Problems = Map<ArtifactNode, Problem>

interface Located {
  readonly kind: FindingKind
  readonly node: ArtifactNode | null
  readonly problem: Problem
}

/** Everything that is wrong with an artifact over a source of so many lines, in the order of its lines. */
export function auditArtifact(artifact: Artifact, sourceLines: number): Finding[] {
  const names = new NameIndex(artifact)
  const problems: Record<FindingKind, Problems> = {
    rootless_node: rootlessNodes(artifact, sourceLines),
    orphan_branch: orphanBranches(artifact, names),
    one_way_ref: oneWayRefs(artifact, names),
  }
  const outside = [...wholeArtifactProblems(artifact, sourceLines), ...declaredProblems(artifact, { names, problems })]
  const inNodes = FINDING_KINDS.flatMap((kind) =>
    Array.from(problems[kind], ([node, problem]): Located => ({ kind, node, problem })),
  )
  return [...outside, ...inNodes].sort((a, b) => a.problem.line - b.problem.line).map(toFinding)
}

function rootlessNodes(artifact: Artifact, sourceLines: number): Problems {
  const problems: Problems = new Map()
  const grounded = groundedNodes(artifact)
  for (const node of artifact.nodes) {
    const outside = node.sources.filter((range) => !liesInside(range, sourceLines))
    if (outside.length > 0) problems.set(node, problemOf(node, citesOutside(outside, sourceLines)))
    else if (!grounded.has(node) && !node.terminal) problems.set(node, problemOf(node, 'no source_lines, own or inherited'))
  }
  return problems
}

/** Nodes that cite, inherit from what encloses them, or are headings below which everything does. */
function groundedNodes({ nodes, citations }: Artifact): ReadonlySet<ArtifactNode> {
  const grounded = new Set<ArtifactNode>()
  const everywhere = citations.some((citation) => citation.node === null)
  // Nodes come in order, so what encloses one has been judged before it.
  for (const node of nodes) {
    const inherited = everywhere || (node.enclosing !== null && grounded.has(node.enclosing))
    if (inherited || node.sources.length > 0) grounded.add(node)
  }
  const below = new Map<ArtifactNode, { cited: boolean; bare: boolean }>()
  // And what is below a heading has been judged before it in the other direction.
  for (const node of nodes.toReversed()) {
    const under = below.get(node)
    if (node.heading && under?.cited && !under.bare) grounded.add(node)
    if (node.enclosing === null || node.terminal) continue
    const around = below.get(node.enclosing) ?? { cited: false, bare: false }
    around.cited ||= grounded.has(node)
    around.bare ||= !grounded.has(node) || (under?.bare ?? false)
    below.set(node.enclosing, around)
  }
  return grounded
}

/** Entries outside every node have no node to blame: one finding, at the first of them. */
function wholeArtifactProblems(artifact: Artifact, sourceLines: number): Located[] {
  const outside = artifact.citations.filter(({ node, range }) => node === null && !liesInside(range, sourceLines))
  const [first] = outside
  if (first === undefined) return []
  const ranges = outside.map(({ range }) => range)
  return [{ kind: 'rootless_node', node: null, problem: { ...first, text: citesOutside(ranges, sourceLines) } }]
}

function citesOutside(ranges: readonly Citation['range'][], sourceLines: number): string {
  const shown = ranges
    .slice(0, 3)
    .map(({ start_line, end_line }) => (start_line === end_line ? `${start_line}` : `${start_line}-${end_line}`))
  return `cites ${shown.join(', ')}${ranges.length > 3 ? ', …' : ''}, outside the source (${sourceLines} lines)`
}

function orphanBranches(artifact: Artifact, names: NameIndex): Problems {
  const problems: Problems = new Map()
  const reached = reachedNodes(artifact, names)
  for (const group of artifact.groups) {
    for (const node of group.nodes) {
      const missing = node.next.flatMap((text) => names.targets(group, text).missing)
      const reasons = [
        ...(reached.has(node) || node.terminal ? [] : ['no root reaches this node']),
        ...(missing.length === 0 ? [] : [`leads to ${listNames(missing)}, not defined in the artifact`]),
      ]
      if (reasons.length > 0) problems.set(node, problemOf(node, reasons.join('; ')))
    }
  }
  return problems
}

function reachedNodes(artifact: Artifact, names: NameIndex): ReadonlySet<ArtifactNode> {
  const groupOf = new Map(artifact.groups.flatMap((group) => group.nodes.map((node) => [node, group] as const)))
  const queue = artifact.groups.flatMap(rootsOf)
  const reached = new Set(queue)
  const followed = new Set<readonly ArtifactNode[]>()
  const reach = (nodes: readonly ArtifactNode[]) => {
    for (const node of nodes) {
      if (reached.has(node)) continue
      reached.add(node)
      queue.push(node)
    }
  }
  for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
    reach(node.children)
    const group = groupOf.get(node)
    if (group === undefined) continue
    for (const nodes of node.next.flatMap((text) => names.targets(group, text).found)) {
      if (followed.has(nodes)) continue
      followed.add(nodes)
      reach(nodes)
    }
  }
  return reached
}

function rootsOf(group: NodeGroup): readonly ArtifactNode[] {
  return group.kind === 'tree' ? group.tops : group.nodes.filter((node, index) => index === 0 || node.start)
}

function oneWayRefs(artifact: Artifact, names: NameIndex): Problems {
  const named = namedIds(artifact, names)
  const answers = (from: string, to: string) => named.get(from)?.has(to) ?? false
  const mutual = named.entries().some(([id, others]) => others.values().some((other) => answers(other, id)))
  const problems: Problems = new Map()
  if (!mutual) return problems
  for (const node of artifact.nodes) {
    const unanswered = [...idsNamedBy(node, names)].filter((id) => !answers(id, node.id))
    if (unanswered.length > 0) problems.set(node, problemOf(node, `names ${listNames(unanswered)}, not named back`))
  }
  return problems
}

function namedIds(artifact: Artifact, names: NameIndex): ReadonlyMap<string, ReadonlySet<string>> {
  const named = new Map<string, Set<string>>()
  for (const node of artifact.nodes) {
    const ids = named.get(node.id) ?? new Set<string>()
    for (const id of idsNamedBy(node, names)) ids.add(id)
    named.set(node.id, ids)
  }
  return named
}

function idsNamedBy(node: ArtifactNode, names: NameIndex): Set<string> {
  const isName = (name: string) => names.idOf(name) !== undefined
  const ids = node.refs.flatMap((ref) => namesIn(ref, isName)).map((name) => names.idOf(name))
  return new Set(ids.filter((id) => id !== undefined).filter((id) => id !== node.id))
}

/** Gives each declared finding to its node, unless that has one of the kind; returns those that stand outside every node. */
function declaredProblems(
  artifact: Artifact,
  known: { readonly names: NameIndex; readonly problems: Record<FindingKind, Problems> },
): Located[] {
  const outside = new Map<string, Located>()
  for (const { kind, line, quote, node: around, names } of artifact.declarations) {
    const problem = { line, quote, text: `declared ${kind}` }
    const named = names.map((name) => known.names.nodeWithId(name)).find((node) => node !== undefined)
    const node = around?.line === line ? around : (named ?? around)
    if (node === null) outside.set(`${kind} ${line}`, { kind, node, problem })
    else if (!known.problems[kind].has(node)) known.problems[kind].set(node, problem)
  }
  return [...outside.values()]
}

function problemOf(node: ArtifactNode, text: string): Problem {
  return { line: node.line, quote: node.quote, text }
}

function listNames(names: readonly string[]): string {
  const shown = names.slice(0, 3).map((name) => `"${quoteLine(name)}"`)
  return `${shown.join(', ')}${names.length > 3 ? ', …' : ''}`
}

function toFinding({ kind, node, problem }: Located): Finding {
  return {
    kind,
    message: `line ${problem.line}: ${problem.text}: "${problem.quote}"`,
    node_id: node?.id ?? null,
    line: problem.line,
  }
}
