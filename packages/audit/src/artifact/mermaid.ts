import type { ArtifactDraft } from './draft.ts'
import { declaredIn, explicitId, readLine } from './line-facts.ts'
import { type Flowchart, type FlowVertex, scanFlowchart } from './mermaid-scan.ts'
import { type ArtifactNode, endsBranch, isStartWord } from './model.ts'
import { sourceEntries } from './source-lines.ts'

export interface MermaidPart {
  /** First and last line of the diagram, without its fence. */
  readonly from: number
  readonly to: number
  readonly enclosing: ArtifactNode | null
}

interface DrawnPart extends MermaidPart {
  readonly draft: ArtifactDraft
  readonly chart: Flowchart
  readonly nodes: ReadonlyMap<string, ArtifactNode>
}

const HEADER = /^\s*(?:graph|flowchart(?:-elk)?)(?=\s|;|$)/

/** Whether a text begins as a flowchart, after front matter, directives and comments. */
export function isFlowchart(lines: readonly string[]): boolean {
  return HEADER.test(lines[headerLine(lines)] ?? '')
}

/** A flowchart is a group of its own; other diagrams have no nodes, but their lines may say something about what encloses them. */
export function readMermaid(draft: ArtifactDraft, part: MermaidPart): void {
  const lines = draft.lines.slice(part.from - 1, part.to)
  if (!isFlowchart(lines)) {
    draft.skip(part.from, 'a Mermaid diagram that does not begin with "flowchart" or "graph" has no nodes here')
    draft.giveLines(part.enclosing, part)
    return
  }
  const chart = scanFlowchart(lines, headerLine(lines))
  for (const line of chart.skipped) draft.skip(part.from + line, 'this line of the flowchart was not understood')
  const drawn = { ...part, draft, chart, nodes: addNodes(draft, { ...part, chart }) }
  connect(drawn)
  for (const vertex of chart.vertices.values()) citeLabel(drawn, vertex)
  for (const comment of chart.comments) giveComment(drawn, comment)
  for (const line of lines.keys()) declareLine(drawn, line)
  draft.addGroup({ kind: 'flow', nodes: [...drawn.nodes.values()], tops: [] })
}

function headerLine(lines: readonly string[]): number {
  let at = skipComments(lines, 0)
  if (lines[at]?.trim() === '---') {
    const close = lines.findIndex((line, index) => index > at && line.trim() === '---')
    if (close !== -1) at = skipComments(lines, close + 1)
  }
  return at
}

function skipComments(lines: readonly string[], from: number): number {
  let at = from
  while (at < lines.length && /^\s*(?:%%.*)?$/.test(lines[at]!)) at++
  return at
}

function addNodes(draft: ArtifactDraft, part: MermaidPart & { readonly chart: Flowchart }): Map<string, ArtifactNode> {
  const nodes = new Map<string, ArtifactNode>()
  for (const vertex of part.chart.vertices.values()) {
    if (part.chart.subgraphs.has(vertex.id)) continue
    const node = draft.addNode({
      id: vertex.id,
      title: vertex.label,
      line: part.from + vertex.line,
      enclosing: part.enclosing,
      start: isStart(vertex),
      terminal: endsBranch(vertex.id) || endsBranch(vertex.label),
    })
    nodes.set(vertex.id, node)
  }
  return nodes
}

/** A rectangle that says "Start the engine" is a step; only a round shape may go on after the word. */
function isStart(vertex: FlowVertex): boolean {
  if (isStartWord(vertex.id) || isStartWord(vertex.label) || vertex.classes.some(isStartWord)) return true
  return vertex.round && /^(?:start\b|開始|inicio\b)/i.test(vertex.label)
}

/** An arrow to a subgraph reaches everything in it; an arrow from one starts at anything in it. */
function connect(part: DrawnPart): void {
  const junction = () => part.draft.addNode({ id: '', line: part.from, enclosing: null, junction: true })
  const gates = new Map(Array.from(part.chart.subgraphs.keys(), (id) => [id, { entry: junction(), exit: junction() }]))
  for (const hub of part.chart.hubs) {
    const both = junction()
    gates.set(hub, { entry: both, exit: both })
  }
  const entryOf = (id: string) => gates.get(id)?.entry ?? part.nodes.get(id)
  const exitOf = (id: string) => gates.get(id)?.exit ?? part.nodes.get(id)
  const link = (from: ArtifactNode | undefined, to: ArtifactNode | undefined) => {
    if (from !== undefined && to !== undefined) from.children.push(to)
  }
  for (const [id, members] of part.chart.subgraphs) {
    for (const member of members) {
      link(gates.get(id)?.entry, entryOf(member))
      link(exitOf(member), gates.get(id)?.exit)
    }
  }
  for (const { from, to } of part.chart.edges) link(exitOf(from), entryOf(to))
}

function citeLabel(part: DrawnPart, vertex: FlowVertex): void {
  const node = part.nodes.get(vertex.id) ?? part.enclosing
  const label = vertex.label.split(/<br\s*\/?>|\n/i)
  for (const index of label.keys()) {
    for (const entry of sourceEntries(label, index)) {
      part.draft.cite(node, { line: part.from + vertex.line, ranges: entry.ranges })
    }
  }
}

/** `%% A source_lines: 3-5` speaks for A, a comment behind a statement for the nodes that first appear there, others for what encloses. */
function giveComment(part: DrawnPart, comment: Flowchart['comments'][number]): void {
  const { draft } = part
  const line = part.from + comment.line
  const text = draft.lines[line - 1]!.slice(comment.column).replace(/^%%\s*/, '')
  const alone = draft.lines[line - 1]!.slice(0, comment.column).trim() === ''
  const facts = alone ? draft.facts(line) : readLine([text], 0)
  const named = namedNode(part, [explicitId(text), facts.title, /^([^\s:：]+)\s*[:：]/.exec(text)?.[1]])
  const [node, ...others] = named === undefined && !alone ? nodesOfLine(part, comment.line) : [named]
  draft.cite(node ?? part.enclosing, { line, ranges: facts.ranges })
  draft.refer(node ?? part.enclosing, facts.refs)
  for (const other of others) other?.sources.push(...facts.ranges)
}

function namedNode(part: DrawnPart, names: readonly (string | undefined)[]): ArtifactNode | undefined {
  return names.map((name) => part.nodes.get(name ?? '')).find((node) => node !== undefined)
}

/** The nodes that first appear in the line, else the first that it names. */
function nodesOfLine(part: DrawnPart, line: number): ArtifactNode[] {
  const named = (part.chart.mentions.get(line) ?? []).flatMap((id) => part.nodes.get(id) ?? [])
  const fresh = new Set(named.filter((node) => node.line === part.from + line))
  return fresh.size > 0 ? [...fresh] : named.slice(0, 1)
}

function declareLine(part: DrawnPart, line: number): void {
  const text = part.draft.lines[part.from + line - 1]!
  for (const mark of declaredIn(text)) {
    const named = (part.chart.mentions.get(line) ?? []).flatMap((id) => part.nodes.get(id) ?? [])
    const labelled = named.find((node) => declaredIn(node.title).some(({ kind }) => kind === mark.kind))
    part.draft.declare(labelled ?? named[0] ?? part.enclosing, { line: part.from + line, marks: [mark] })
  }
}
