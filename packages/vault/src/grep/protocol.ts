import type { RelativePath } from '@shoko/core-fs'
import type { QueryTerm } from '@shoko/search'
import type { FileRank } from './ranked-hits.ts'

/** Where a job looks: below `dir`, in files whose path below it fits `glob`. */
export interface FileScope {
  readonly dir: RelativePath
  readonly glob: string | undefined
}

/** `regex` is V8's engine, `linear` is re2js. */
export type MatchEngine = 'plain' | 'regex' | 'linear' | 'loose'

export interface SearchJob {
  readonly kind: 'search'
  readonly scope: FileScope
  readonly engine: MatchEngine
  readonly query: string
  /** How many of the best files need a snippet. */
  readonly keep: number
}

/** Nobody waits: texts are read ahead of the first search, up to a share of the memory. */
export interface WarmJob {
  readonly kind: 'warm'
  readonly scope: FileScope
}

export interface FindJob {
  readonly kind: 'find'
  readonly scope: FileScope
  readonly query: string
  readonly terms: readonly QueryTerm[]
  /** Candidates, after which a worker may stop. */
  readonly maxCandidates: number
  readonly timeMs: number
}

export type Job = SearchJob | FindJob | WarmJob

export interface SearchHit {
  readonly path: string
  readonly snippet: string
  /** Null: only the name or the title matches. */
  readonly line: number | null
  readonly match_count: number
}

/** More names of files that were left out would tell nobody more. */
export const SKIPPED_NAMED = 5

export interface SearchAnswer {
  readonly kind: 'search'
  /** Every file that matches. */
  readonly ranks: readonly FileRank[]
  /** The best of them, in their order. */
  readonly hits: readonly SearchHit[]
  /** Files in scope that hold no text. */
  readonly warnings: number
  /** Some of them by path. */
  readonly skipped: readonly string[]
}

export type Signal = 'normalized' | 'loose'

/** Lines of one file and what speaks for them; `terms` are positions in the job's list. */
export interface Finding {
  readonly path: string
  readonly start: number
  readonly end: number
  readonly signals: readonly Signal[]
  readonly terms: readonly number[]
}

export interface FindAnswer {
  readonly kind: 'find'
  readonly findings: readonly Finding[]
  readonly files: number
  readonly lines: number
  readonly warnings: number
  /** The first file in path order that holds text. */
  readonly firstFile: string | undefined
  /** The stage in which the budget ended, if it did. */
  readonly cut: { readonly reason: 'time_budget' | 'candidate_cap'; readonly stage: 0 | 1 } | undefined
}

export interface WarmAnswer {
  readonly kind: 'warm'
}

export type Answer = SearchAnswer | FindAnswer | WarmAnswer
export type AnswerTo<J extends Job> = Extract<Answer, { kind: J['kind'] }>

/** `slow`: the time for matching is used up. `unsupported`: the linear engine does not know this syntax. */
export type Setback = 'slow' | 'unsupported' | 'cancelled'

export interface WorkerSetup {
  readonly rootPath: string
  /** This worker's part: files whose path hashes to `shard` of `shards`. */
  readonly shard: number
  readonly shards: number
  readonly cacheBytes: number
}

export interface WorkerRequest {
  readonly id: number
  readonly job: Job
  readonly gauge: SharedArrayBuffer
  /** Milliseconds that patterns and globs may take; absent where none of them can go wrong. */
  readonly matchingMs: number | undefined
}

export type WorkerReply =
  | { readonly id: number; readonly answer: Answer }
  | { readonly id: number; readonly setback: Setback }
  | { readonly id: number; readonly failure: WorkerFailure }

export interface WorkerFailure {
  /** Of a DomainError. */
  readonly reason: string | undefined
  readonly message: string
  readonly stack: string | undefined
}
