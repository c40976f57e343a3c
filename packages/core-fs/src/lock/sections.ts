/** Who wants a section, and how long it waits for one. */
export interface SectionRequest {
  /** The absolute path of the lock's place, which is its name. */
  readonly lock: string
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
}

/** A file that a section has changed, by absolute path. Undefined: there was none, or there is none any more. */
export interface LoggedChange {
  /** Ends in `/` for a folder that stands empty. */
  readonly path: string
  readonly before: Buffer | undefined
  readonly after: Buffer | undefined
}

/** A section that is open: nobody else's of the same lock runs, anywhere. Exactly one of its two ends is called. */
export interface OpenSection {
  /** A file is about to be written: until the end, files hold what does not count yet. */
  begin(): void
  /** All of it counts, for everybody; or it throws, and the files are what they were. */
  commit(changes: readonly LoggedChange[]): Promise<void>
  /** Nothing of it counts; the files are what they were. */
  abandon(changes: readonly LoggedChange[]): Promise<void>
}

/**
 * Where sections of roots are kept that stand on more than one machine. Without it a root has locks of its own on its own disk,
 * and what is written counts at once.
 */
export interface Sections {
  /** Whether this file belongs to everybody. What is derived from such files, and their folder's own, stays on this machine. */
  logs(path: string): boolean
  enter(request: SectionRequest): Promise<OpenSection>
}
