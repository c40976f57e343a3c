/** What a client's file says of one server; the same questions for every format. */
export interface DocumentFormat {
  /** The document's value, undefined when the text is not understood. */
  parse(text: string): Readonly<Record<string, unknown>> | undefined
  /** The text with this entry in it, everything else byte for byte as before; undefined when there is no safe place for it. */
  insert(text: string, slot: Slot): string | undefined
  /** The text without the entry. */
  remove(text: string, slot: Omit<Slot, 'entry'>): string | undefined
}

/** Where the entry of a server stands: the path of its table, and its own name. */
export interface Slot {
  readonly path: readonly string[]
  readonly name: string
  readonly entry: Entry
}

export type Entry = Readonly<Record<string, EntryValue>>
export type EntryValue = string | boolean | readonly string[] | Readonly<Record<string, string>>

/** The entry that a document holds, as it was read. */
export function entryIn(
  document: Readonly<Record<string, unknown>>,
  { path, name }: Omit<Slot, 'entry'>,
): Readonly<Record<string, unknown>> | undefined {
  let at: unknown = document
  for (const key of [...path, name]) at = isRecord(at) && Object.hasOwn(at, key) ? at[key] : undefined
  return isRecord(at) ? at : undefined
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The line ending that the text uses. */
export function lineEnding(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? '\n'
}
