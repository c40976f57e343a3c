/** Something on disk that is not as it should be, in words for the person whose files these are. */
export interface Finding {
  /** error: data cannot be reached or contradicts itself; warn: it works, but will surprise somebody. */
  readonly level: 'error' | 'warn'
  /** Kebab case, e.g. `litter`, `duplicate-id`, `index-differs`. */
  readonly code: string
  /** Relative to the family's root, with `/`. */
  readonly path: string
  readonly message: string
  /** What `repair` does about it; absent when only a person can decide. */
  readonly fix?: string
  /** What the person can do; absent when `fix` says it all. */
  readonly advice?: string
}

/** How a family's files are looked after, outside any server. */
export interface Upkeep {
  /** Changes nothing on disk, not even an index. */
  check(): Promise<readonly Finding[]>
  /** Does what `fix` says of the findings, under the locks that the servers take; nobody's words are changed or deleted. */
  repair(findings: readonly Finding[]): Promise<void>
  close(): Promise<void>
}
