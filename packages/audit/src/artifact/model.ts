import type { LineRange } from '@shoko/contract/schema'
import { codePointLength, sliceCodePoints } from '@shoko/core-fs'

export const FINDING_KINDS = ['rootless_node', 'orphan_branch', 'one_way_ref'] as const
export type FindingKind = (typeof FINDING_KINDS)[number]

/**
 * What every kind of artifact is read into. A node knows what encloses it (its sources are inherited from there) and, apart
 * from that, where it leads: to nodes it holds (`children`) and to names that are looked up once everything is read (`next`).
 */
export interface ArtifactNode {
  readonly id: string
  /** A second name for references: the words of a heading that also has an id. */
  readonly title: string
  readonly line: number
  readonly quote: string
  readonly enclosing: ArtifactNode | null
  readonly sources: LineRange[]
  readonly refs: string[]
  readonly next: string[]
  readonly children: ArtifactNode[]
  start: boolean
  /** A mere end mark such as `END`: it needs no source, and nothing is lost when nothing leads to it. */
  terminal: boolean
  /** A heading also stands on what is below it. */
  readonly heading: boolean
  /** Carries edges only (a Mermaid subgraph at the end of an arrow); never has findings. */
  readonly junction: boolean
}

/** Nodes that are connected as one: a tree has many roots, a flow begins at its first node and at marked starts. */
export interface NodeGroup {
  readonly kind: 'tree' | 'flow'
  readonly nodes: readonly ArtifactNode[]
  /** The top level of a tree. */
  readonly tops: readonly ArtifactNode[]
}

export interface Citation {
  readonly range: LineRange
  readonly line: number
  readonly quote: string
  /** Null: stands outside every node and belongs to the whole artifact. */
  readonly node: ArtifactNode | null
}

export interface Declaration {
  readonly kind: FindingKind
  readonly line: number
  readonly quote: string
  readonly node: ArtifactNode | null
  /** Words beside the mark; when one is the id of a node, the finding is about that node. */
  readonly names: readonly string[]
}

/** Something that looks like structure and could not be read. */
export interface Skipped {
  readonly line: number
  readonly why: string
}

export type Format = 'markdown' | 'mermaid' | 'json' | 'table'

export interface Artifact {
  /** What it was read as. */
  readonly format: Format
  readonly skipped: readonly Skipped[]
  readonly nodes: readonly ArtifactNode[]
  readonly groups: readonly NodeGroup[]
  readonly citations: readonly Citation[]
  readonly declarations: readonly Declaration[]
}

const MAX_QUOTE = 120

/** The line as a finding shows it: trimmed and of bounded length. */
export function quoteLine(line: string, column = 0): string {
  const text = line.length - column > MAX_QUOTE * 4 ? line.slice(column, column + MAX_QUOTE * 4) : line.slice(column)
  const trimmed = text.trim()
  return codePointLength(trimmed) > MAX_QUOTE ? `${sliceCodePoints(trimmed, 0, MAX_QUOTE)}…` : trimmed
}

const END_WORDS = /^(?:end|終了|fin|[-‐–—―−ー]|)$/i
const START_WORDS = /^(?:start|開始|inicio)$/i

export function endsBranch(target: string): boolean {
  return END_WORDS.test(target.trim())
}

export function isStartWord(text: string): boolean {
  return START_WORDS.test(text.trim())
}
