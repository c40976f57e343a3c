import {
  choosePassages,
  type Passage,
  type PassageEvidence,
  type PassageLimits,
  type PassageSentence,
  type PreparedSection,
} from '@shoko/search'
import type { ManualContext } from '../context.ts'
import { type FileRecord, parentTitles } from '../corpus/file-record.ts'
import type { NodePlace } from '../corpus/node-place.ts'
import type { Candidate, SignalSet } from './candidate.ts'
import type { FindQuery } from './query.ts'

/** What the manuals say, verbatim, and where. */
export interface ManualPassage {
  readonly ref: { readonly manual_id: string; readonly path: string; readonly start_line: number; readonly end_line: number }
  /** The headings down to the passage's own. */
  readonly heading: string
  readonly text: string
  readonly confidence: number
  /** The section it stands in. */
  readonly place: NodePlace
  readonly evidence: PassageEvidence
}

/** One of the best sections, read. */
export interface PassageSource {
  readonly text: PreparedSection
  /** Down to its own, nearest last. */
  readonly headings: readonly string[]
  readonly hasOwnHeading: boolean
  readonly score: number
  readonly document: string
  readonly place: NodePlace & { readonly chain: string }
  readonly signals: SignalSet
}

/** A passage with what claims are made from: its section, and what its sentences and the headings above hold of the question. */
export interface ReadPassage {
  readonly passage: ManualPassage
  readonly source: PassageSource
  readonly sentences: readonly PassageSentence[]
  readonly headed: Uint8Array
}

/**
 * So many of the best sections are read, of any number of files; what ranks this far behind the best is not worth opening a file.
 * Passages are of the near ones; the first few may stand against what those say from further behind.
 */
const READ = { most: 10, nearShare: 0.5, first: 5, leastShare: 0.3 }
const MAX_HEADING = 200

/** Passages of the best candidates, surest first; with the usual limits unless others are given. */
export async function passagesOf(
  ctx: ManualContext,
  { query, candidates }: { readonly query: FindQuery; readonly candidates: readonly Candidate[] },
  limits: PassageLimits = {},
): Promise<ManualPassage[]> {
  const read = passagesIn(ctx, { query, sources: await sourcesOf(ctx, candidates) }, limits)
  return read.map(({ passage }) => passage)
}

/** The best sections, as they stand in their files. */
export async function sourcesOf(ctx: ManualContext, candidates: readonly Candidate[]): Promise<PassageSource[]> {
  const { most, nearShare, first, leastShare } = READ
  const best = candidates
    .slice(0, most)
    .filter(({ score }, place) => score >= (place < first ? leastShare : nearShare) * candidates[0]!.score)
  const found = best.flatMap((candidate) => foundAt(ctx, candidate) ?? [])
  const texts = found.map(({ text }) => text)
  // Nearly all of them are kept: then there is nothing to wait for.
  const read = texts.some((text) => text instanceof Promise) ? await Promise.all(texts) : texts
  return found.flatMap((section, place) => sourceOf(section, read[place] as PreparedSection | undefined) ?? []) // awaited
}

export function passagesIn(
  { corpus }: ManualContext,
  { query, sources }: { readonly query: FindQuery; readonly sources: readonly PassageSource[] },
  limits: PassageLimits = {},
): ReadPassage[] {
  const near = sources.filter(({ score }) => score >= READ.nearShare * sources[0]!.score)
  const passages = choosePassages(query.text, near, { ...limits, information: corpus.ranker.information, terms: query.terms })
  return passages.map((passage) => {
    const source = near[passage.source]!
    return { passage: shown(passage, source.place), source, sentences: passage.sentences, headed: passage.headed }
  })
}

interface FoundSection {
  readonly candidate: Candidate
  readonly record: FileRecord
  readonly node: number
  readonly text: ReturnType<ManualContext['corpus']['sectionText']>
}

function foundAt({ corpus }: ManualContext, candidate: Candidate): FoundSection | undefined {
  const { file, ref } = candidate.place
  const record = corpus.records.get(file)
  const node = record?.lines.indexOf(ref.start_line) ?? -1
  return record === undefined || node < 0 ? undefined : { candidate, record, node, text: corpus.sectionText(record, node) }
}

function sourceOf({ candidate, record, node }: FoundSection, text: PreparedSection | undefined): PassageSource | undefined {
  if (text === undefined) return undefined
  const { place, score, signals } = candidate
  const headings = headingsOf(record, node)
  return {
    text,
    headings,
    hasOwnHeading: node > 0,
    score,
    signals,
    document: place.file,
    place: { ...place, chain: chainOf(headings) },
  }
}

function headingsOf(record: FileRecord, node: number): string[] {
  return [...parentTitles(record, node), record.titles[node]!]
}

function chainOf(headings: readonly string[]): string {
  const chain = headings.join(' > ')
  return chain.length <= MAX_HEADING ? chain : headings.at(-1)!.slice(0, MAX_HEADING)
}

function shown(
  { startLine, endLine, text, confidence, evidence }: Passage,
  place: NodePlace & { readonly chain: string },
): ManualPassage {
  const { manual_id, path } = place.ref
  return {
    ref: { manual_id, path, start_line: startLine, end_line: endLine },
    heading: place.chain,
    text,
    confidence,
    place,
    evidence,
  }
}
