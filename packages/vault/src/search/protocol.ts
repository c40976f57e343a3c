import type { RelativePath } from '@shoko/core-fs'
import type { FileScope } from '../scope.ts'
import type { FileRank } from './ranked-hits.ts'

/** `regex` is V8's engine, `linear` is re2js, `literals` finds what a pattern cannot match without. */
export type MatchEngine = 'plain' | 'regex' | 'linear' | 'loose' | 'literals'

export interface SearchJob {
  readonly kind: 'search'
  readonly scope: FileScope
  readonly engine: MatchEngine
  readonly query: string
  /** How many of the best files need a snippet. */
  readonly keep: number
  /** Only these files of the scope. */
  readonly only?: readonly string[]
}

/** Nobody waits: texts are read ahead of the first search, up to a share of the memory. */
export interface WarmJob {
  readonly kind: 'warm'
  readonly scope: FileScope
}

/** The paths in scope. */
export interface ListJob {
  readonly kind: 'list'
  readonly scope: FileScope
}

export type Job = SearchJob | ListJob | WarmJob

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

export interface ListAnswer {
  readonly kind: 'list'
  readonly paths: readonly RelativePath[]
}

export interface WarmAnswer {
  readonly kind: 'warm'
}

export type Answer = SearchAnswer | ListAnswer | WarmAnswer
export type AnswerTo<J extends Job> = Extract<Answer, { kind: J['kind'] }>

/** `slow`: the time for matching is used up. `unsupported`: the linear engine does not know this syntax. */
export type Setback = 'slow' | 'unsupported' | 'cancelled'

export interface WorkerSetup {
  readonly rootPath: string
  readonly withheld: readonly string[]
  /** Where texts may lie that would fill the memory. */
  readonly cachePath: string | undefined
  readonly cacheBytes: number
}

/** A worker's part of the files: those whose path hashes to `shard` of `shards`. */
export interface Share {
  readonly shard: number
  readonly shards: number
}

export interface WorkerRequest {
  readonly id: number
  readonly job: Job
  readonly share: Share
  readonly shared: SharedArrayBuffer
  /** Milliseconds that patterns and globs may take; absent where none of them can go wrong. */
  readonly matchingMs: number | undefined
}

/** `held`: the memory of all texts in the worker's share, once it keeps all of them. */
export type WorkerReply =
  | { readonly id: number; readonly answer: Answer; readonly held: number | undefined }
  | { readonly id: number; readonly setback: Setback }
  | { readonly id: number; readonly failure: WorkerFailure }

export interface WorkerFailure {
  /** Of a DomainError. */
  readonly reason: string | undefined
  readonly message: string
  readonly stack: string | undefined
}
