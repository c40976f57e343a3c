/** What a failed call says, once its reason has been turned into a code of its family's dialect. */
export interface Failure {
  readonly code: string
  readonly message: string
  readonly details: Readonly<Record<string, unknown>> | undefined
  readonly hint: string | undefined
}

/** How a family puts a failure on the wire: as a result that carries text, or as an error of the protocol itself. */
export type WireFailure =
  | { readonly kind: 'result'; readonly text: string }
  | { readonly kind: 'error'; readonly code: number; readonly message: string; readonly data: unknown }

export function withHint({ message, hint }: Pick<Failure, 'message' | 'hint'>): string {
  return hint === undefined ? message : `${message} (${hint})`
}

export interface Dialect<Code extends string> {
  readonly name: 'body' | 'envelope' | 'json-rpc'
  readonly codes: readonly Code[]
  /** The code of a bug. */
  readonly internal: Code
  /** What happened, where only a sentence goes out. */
  sentence(failure: Failure): string
  render(failure: Failure): WireFailure
}
