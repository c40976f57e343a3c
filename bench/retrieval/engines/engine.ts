import type { JudgedSet } from '../judged-sets.ts'

/** A search engine under the same conditions as the others: it gets documents, then queries, and names document indexes. */
export interface Engine {
  readonly name: string
  /** Writes the files that the engine is to find; before the clock starts. */
  prepare?(set: JudgedSet, workPath: string): void
  open(set: JudgedSet, workPath: string): Promise<OpenEngine>
}

export interface OpenEngine {
  search(query: string): Promise<Ranking>
  close(): Promise<void>
}

/** The best documents first, at most ten; read after the clock has stopped. */
export type Ranking = () => Promise<readonly number[]>
