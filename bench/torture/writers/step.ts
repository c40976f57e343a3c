import { createHash } from 'node:crypto'

/**
 * What must be true of the files once a change is acknowledged. Checked by reading the files themselves, without the product.
 * A later fact of the same key takes the place of an earlier one.
 */
export type Fact =
  | { readonly kind: 'file'; readonly path: string; readonly sha256: string }
  | { readonly kind: 'line'; readonly path: string; readonly slot: string; readonly line: string }
  | { readonly kind: 'card'; readonly card: string; readonly slot: string; readonly line: string }
  | { readonly kind: 'column'; readonly card: string; readonly column: string }

/** One call of a tool, and what it promises. */
export interface Step {
  readonly tool: string
  readonly args: Readonly<Record<string, unknown>>
  /** Told before the call, as far as it is known by then: facts of cards and files that are about to exist are not. */
  readonly before?: readonly Fact[]
  readonly after: (output: Output) => readonly Fact[]
}

export type Output = Readonly<Record<string, unknown>>

/** Calls without end; each gets the output of the one before. Everything it touches alone carries its mark. */
export type Script = Generator<Step, never, Output>

export function keyOf(fact: Fact): string {
  if (fact.kind === 'file') return `file ${fact.path}`
  if (fact.kind === 'column') return `column ${fact.card}`
  return `${fact.kind} ${fact.kind === 'card' ? fact.card : fact.path} ${fact.slot}`
}

export function fileFact(path: string, text: string): Fact {
  return { kind: 'file', path, sha256: createHash('sha256').update(text).digest('hex') }
}

/** A step whose facts are known before it is made. */
export function certain(tool: string, args: Step['args'], facts: readonly Fact[]): Step {
  return { tool, args, before: facts, after: () => facts }
}
