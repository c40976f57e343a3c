import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Measurement } from './measure.ts'

interface Kept {
  readonly rows: Measurement[]
  readonly notes: Record<string, readonly string[]>
}

/** What was measured so far. With a file, a run can be cut into parts that each have a quiet machine; nothing is measured twice. */
export class Progress {
  readonly #path: string | undefined
  readonly #kept: Kept
  readonly #deadline: number

  constructor(path: string | undefined, seconds: number) {
    this.#path = path
    this.#kept =
      path !== undefined && existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Kept) : { rows: [], notes: {} } // written by save
    this.#deadline = performance.now() + seconds * 1000
  }

  get isOver(): boolean {
    return performance.now() > this.#deadline
  }

  get rows(): readonly Measurement[] {
    return this.#kept.rows
  }

  row(engine: string, set: string): Measurement | undefined {
    return this.#kept.rows.find((row) => row.engine === engine && row.set === set)
  }

  addRow(row: Measurement): void {
    this.#kept.rows.push(row)
    this.#save()
  }

  notes(set: string): readonly string[] | undefined {
    return this.#kept.notes[set]
  }

  addNotes(set: string, notes: readonly string[]): void {
    this.#kept.notes[set] = notes
    this.#save()
  }

  #save(): void {
    if (this.#path !== undefined) writeFileSync(this.#path, JSON.stringify(this.#kept))
  }
}
