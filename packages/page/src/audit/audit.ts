import type { Port } from '../client/mcp.ts'
import { parseLines } from '../find/passages.ts'
import { noteUri } from '../state/places.ts'

export interface Range {
  readonly start_line: number
  readonly end_line: number
}

export type FindingKind = 'rootless_node' | 'orphan_branch' | 'one_way_ref'

export interface Finding {
  readonly kind: FindingKind
  readonly message: string
  readonly node_id: string | null
  readonly line: number
}

export interface Node {
  readonly node_id: string
  readonly title: string
  readonly line: number
  readonly source_lines: readonly Range[]
}

interface Listed {
  readonly next_offset: number | null
}

/** What vault_coverage answers. */
export interface Coverage extends Listed {
  readonly total_lines: number
  readonly covered_lines: number
  readonly coverage_ratio: number
  readonly covered_ranges: readonly Range[]
  readonly uncovered_ranges: readonly Range[]
  readonly stale_ranges: readonly Range[]
  readonly meets_min_coverage: boolean
  readonly hash: string
}

/** What artifact_audit answers. */
export interface Audit extends Listed {
  readonly rootless_nodes: number
  readonly orphan_branches: number
  readonly one_way_refs: number
  readonly uncovered_ranges: readonly Range[]
  readonly findings: readonly Finding[]
  readonly nodes: readonly Node[]
  readonly warnings?: readonly string[]
}

export interface Asked {
  readonly source: string
  readonly artifact: string | undefined
  /** Ranges that the address names, where no artifact does. */
  readonly cited: readonly Range[]
  /** The source's hash when its lines were cited; undefined: as it is now. */
  readonly hash: string | undefined
}

export interface Audited {
  readonly source: readonly string[]
  readonly artifact: readonly string[]
  readonly coverage: Coverage
  readonly audit: Audit | undefined
}

/** Every figure is the tools' own; here only their pages are put together. */
export async function readAudit(port: Port, { source, artifact, cited, hash }: Asked): Promise<Audited> {
  const [sourceText, artifactText, audit] = await Promise.all([
    textOf(port, source),
    artifact === undefined ? '' : textOf(port, artifact),
    artifact === undefined ? undefined : auditOf(port, { artifact_path: artifact, source_path: source, include_nodes: true }),
  ])
  const lines = linesIn(sourceText)
  const ranges = audit === undefined ? cited : rangesBeside(audit.uncovered_ranges, lines.length)
  const known = hash === undefined ? ranges : ranges.map((range) => ({ ...range, hash }))
  return {
    source: lines,
    artifact: linesIn(artifactText),
    coverage: await coverageOf(port, { path: source, cited_ranges: known }),
    audit,
  }
}

async function coverageOf(port: Port, args: object): Promise<Coverage> {
  return allPages<Coverage>(port, 'vault_coverage', args, ['covered_ranges', 'uncovered_ranges', 'stale_ranges'])
}

async function auditOf(port: Port, args: object): Promise<Audit> {
  return allPages<Audit>(port, 'artifact_audit', args, ['findings', 'nodes', 'uncovered_ranges'])
}

async function allPages<T extends Listed>(port: Port, tool: string, args: object, lists: readonly (keyof T)[]): Promise<T> {
  let whole = await port.call<T>(tool, args)
  while (whole.next_offset !== null) {
    const next: T = await port.call<T>(tool, { ...args, offset: whole.next_offset })
    const joined = lists.map((name) => [name, [...list(whole[name]), ...list(next[name])]])
    whole = { ...next, ...Object.fromEntries(joined) }
  }
  return whole
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

async function textOf(port: Port, path: string): Promise<string> {
  return (await port.readFile(noteUri(path))).text ?? ''
}

/** As the tools count them: a line break at the end begins no line. */
function linesIn(text: string): readonly string[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}

/** The lines that none of these ranges holds. */
export function rangesBeside(ranges: readonly Range[], total: number): readonly Range[] {
  const others: Range[] = []
  let next = 1
  for (const { start_line, end_line } of [...ranges].sort((a, b) => a.start_line - b.start_line)) {
    if (start_line > next) others.push({ start_line: next, end_line: start_line - 1 })
    next = Math.max(next, end_line + 1)
  }
  return next > total ? others : [...others, { start_line: next, end_line: total }]
}

export type LineState = 'cited' | 'uncited' | 'blank' | 'stale'

/** What the gutter shows of each line, from the first. */
export function lineStates(lines: readonly string[], coverage: Coverage): readonly LineState[] {
  const states = lines.map((line): LineState => (line.trim() === '' ? 'blank' : 'uncited'))
  const mark = (ranges: readonly Range[], state: LineState) => {
    for (const { start_line, end_line } of ranges)
      for (let line = start_line; line <= Math.min(end_line, lines.length); line++)
        if (states[line - 1] !== 'blank') states[line - 1] = state
  }
  mark(coverage.covered_ranges, 'cited')
  mark(coverage.stale_ranges, 'stale')
  return states
}

/** Runs of lines that want a citation, blank ones between them included. */
export function gapsIn(states: readonly LineState[]): readonly Range[] {
  const gaps: { start_line: number; end_line: number }[] = []
  for (const [at, state] of states.entries()) {
    if (state !== 'uncited' && state !== 'stale') continue
    const last = gaps.at(-1)
    const isNext = last !== undefined && states.slice(last.end_line, at).every((between) => between === 'blank')
    if (isNext) last.end_line = at + 1
    else gaps.push({ start_line: at + 1, end_line: at + 1 })
  }
  return gaps
}

/** `1-5,7-9` in the address. */
export function parseRanges(text: string | null): readonly Range[] {
  return (text ?? '').split(',').flatMap((part) => {
    const lines = parseLines(part.trim())
    return lines === undefined ? [] : [{ start_line: lines.from, end_line: lines.to }]
  })
}

/** The first note that an artifact names, which is nearly always what it was made from. */
export function guessSource(artifact: readonly string[], own: string): string | undefined {
  const named = artifact.join('\n').match(/[^\s`"'()[\]<>|:：。、「」（）]+\.(?:md|markdown|txt)/giu) ?? []
  return named.find((path) => path !== own && path.includes('/')) ?? named.find((path) => path !== own)
}
