/** Which part of a list a caller wants. `version` is what an earlier page said, so that a list that moved meanwhile is noticed. */
export interface ListRequest {
  readonly offset?: number
  readonly limit?: number
  readonly version?: string
}

export interface Page<Item> {
  readonly items: Item[]
  readonly total: number
  /** Where the next page begins; null at the end. */
  readonly next_offset: number | null
  readonly version: string
  readonly changed?: true
}

export interface PageOptions<Entry, Item> {
  /** The setting HARD_MAX_CHARS, in characters of the answer's JSON. */
  readonly hardMaxChars: number
  /** Default 200. */
  readonly defaultLimit?: number
  /** What is shown of an entry; called for the entries of the page only. */
  readonly show: (entry: Entry) => Item
  /** What tells an entry from another one in the version of the list; cheap, since it is asked of every entry. */
  readonly identityOf: (entry: Entry) => string
  /** For entries that are the same values from one call to the next, for as long as nothing about them changes. */
  readonly versions?: ListVersions<Entry>
}

/** The version of the list that was paged last, for the next page of it: five thousand names cost more to read than to compare their entries. */
export class ListVersions<Entry> {
  private entries: readonly Entry[] = []
  private version: string | undefined

  of(entries: readonly Entry[], identityOf: (entry: Entry) => string): string {
    if (this.version === undefined || !isSame(this.entries, entries)) {
      this.entries = entries
      this.version = versionOf(entries, identityOf)
    }
    return this.version
  }
}

function isSame<Entry>(some: readonly Entry[], others: readonly Entry[]): boolean {
  return some.length === others.length && some.every((entry, at) => entry === others[at])
}

export const MIN_BOUND = 4000
/** Left for what stands around the entries: total, version, the caller's own few keys. */
const ENVELOPE = 500

/** A part of a list: whole entries, as many as the limit and the characters of one answer allow; at least one, so that paging ends. */
export function pageOf<Entry, Item extends object>(
  entries: readonly Entry[],
  request: ListRequest,
  options: PageOptions<Entry, Item>,
): Page<Item> {
  const { offset = 0, limit = options.defaultLimit ?? 200 } = request
  const room = Math.max(MIN_BOUND, options.hardMaxChars) - ENVELOPE
  const items: Item[] = []
  let used = 0
  for (const entry of entries.slice(offset, offset + limit)) {
    const item = withoutExcess(options.show(entry), room)
    const size = charactersOf(item) + 1
    if (used + size > room && items.length > 0) break
    items.push(size > room ? cutToFit(item, room) : item)
    used += size
  }
  const end = offset + items.length
  const { identityOf, versions } = options
  const version = versions?.of(entries, identityOf) ?? versionOf(entries, identityOf)
  return {
    items,
    total: entries.length,
    next_offset: end < entries.length && items.length > 0 ? end : null,
    version,
    ...(request.version === undefined || request.version === version ? {} : { changed: true }),
  }
}

/** No text longer than the bound can stay whole: what is beyond it is dropped before anything is counted, which takes long over megabytes. */
function withoutExcess<Item extends object>(item: Item, room: number): Item {
  let cut: Item | undefined
  for (const [key, value] of Object.entries(item))
    if (typeof value === 'string' && value.length > 2 * room) cut = { ...(cut ?? item), [key]: value.slice(0, 2 * room) }
  return cut ?? item
}

/** An entry that is over the bound alone: its longest texts and lists are cut until it fits, and it says so. */
function cutToFit<Item extends object>(item: Item, room: number): Item {
  const cut = { ...(structuredClone(item) as Item), truncated: true }
  for (let excess = charactersOf(cut) - room; excess > 0; excess = charactersOf(cut) - room) {
    const { holder, key, value } = heaviest(cut)
    holder[key] = typeof value === 'string' ? shorten(value, excess) : value.slice(0, value.length >> 1)
  }
  return cut
}

interface Place {
  readonly holder: Record<string, unknown>
  readonly key: string
  readonly value: string | readonly unknown[]
  readonly weight: number
}

function heaviest(item: object): Place {
  let found: Place | undefined
  const visit = (holder: Record<string, unknown>): void => {
    for (const [key, value] of Object.entries(holder)) {
      if (typeof value === 'string' || Array.isArray(value)) {
        const weight = typeof value === 'string' ? value.length : charactersOf(value)
        if (found === undefined || weight > found.weight) found = { holder, key, value, weight }
      } else if (typeof value === 'object' && value !== null) visit(value as Record<string, unknown>)
    }
  }
  visit(item as Record<string, unknown>)
  if (found === undefined || found.weight === 0) throw new Error('an entry of numbers alone is over the bound of a list')
  return found
}

function shorten(text: string, excess: number): string {
  const letters = [...text]
  const kept = Math.max(0, Math.min(letters.length - excess - 1, letters.length - 2))
  return kept === 0 ? '' : `${letters.slice(0, kept).join('')}…`
}

/** Unicode characters of a value's JSON, as an answer spends them. */
export function charactersOf(value: unknown): number {
  const json = JSON.stringify(value)
  let pairs = 0
  for (let at = 0; at < json.length; at++) if ((json.charCodeAt(at) & 0xfc00) === 0xdc00) pairs++
  return json.length - pairs
}

/** Loaded late: node:crypto costs a start-up several milliseconds, and a start lists nothing. */
function versionOf<Entry>(entries: readonly Entry[], identityOf: (entry: Entry) => string): string {
  return process.getBuiltinModule('node:crypto').hash('sha256', entries.map(identityOf).join('\n')).slice(0, 16)
}
