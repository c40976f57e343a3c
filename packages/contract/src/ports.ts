/** What the outside world lends to domain functions, so that they can be tested without a process. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number
}

/** Told how an index stands: `building` while it is filled for the very first time. */
export type IndexReport = (state: { readonly building: boolean; readonly entries: number }) => void

export interface Ids {
  /** 32 lower-case hex digits, unpredictable. */
  trace(): string
  /** Random bytes, for identifiers of other shapes. */
  bytes(length: number): Uint8Array
}

export type LogLevel = 'error' | 'warn' | 'info' | 'debug'

export interface Logger {
  log(level: LogLevel, fields: Readonly<Record<string, unknown>>): void
}

export interface Progress {
  readonly progress: number
  readonly total?: number
  readonly message?: string
}

/** A named piece of state that lives as long as one client connection. */
export interface MemorySlot<T> {
  readonly name: string
  readonly create: () => T
  /** As JSON, for another server that goes on with the connection, and back. */
  readonly dump: (value: T) => unknown
  readonly restore: (dumped: unknown) => T
}

export interface ConnectionMemory {
  get<T>(slot: MemorySlot<T>): T
  /** Every piece that is in use, by name. */
  dump(): Record<string, unknown>
  /** Takes what was dumped elsewhere in the place of what is here. */
  load(dumped: Readonly<Record<string, unknown>>): void
}

/** What belongs to one call: it can be cancelled, it can report progress, and it may stand in a connection. */
export interface Call {
  readonly signal: AbortSignal
  readonly report: (progress: Progress) => void
  /** Who calls, as `kind:id`; what one principal left here (a trace), no other may read. Absent outside servers. */
  readonly principal?: string
  /** Absent for a request without a session. */
  readonly connection?: ConnectionMemory
  /** For work of many milliseconds: call it between two steps, and whoever else waits for an answer has it first. */
  readonly giveWay?: () => Promise<void>
}

/** URI prefixes whose changes a connection wants pushed, whether or not it subscribed to each resource (a watched board). */
export const pushedPrefixes: MemorySlot<Set<string>> = {
  name: 'pushed prefixes',
  create: () => new Set(),
  dump: (prefixes) => [...prefixes],
  restore: (dumped) => new Set(dumped as string[]), // by the line above
}

export interface ResourceChange {
  readonly uri: string
}

/** Where a package announces that a resource changed; shells turn it into notifications. */
export interface ChangeBus {
  publish(change: ResourceChange): void
}

/**
 * Files that this process has just changed, by absolute path with links resolved. Whoever keeps an index hears of them at once;
 * a watcher would need a moment.
 */
export interface OwnWrites {
  publish(path: string): void
  /** Returns what ends the listening. */
  listen(listener: (path: string) => void): () => void
}

export function createOwnWrites(): OwnWrites {
  const listeners = new Set<(path: string) => void>()
  return {
    publish(path) {
      for (const listener of listeners) listener(path)
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** A call as the gate sees it. */
export interface GatedCall {
  readonly effect: 'read' | 'write'
  /** The tool's name, or the method. */
  readonly name: string
  readonly principal: string
  /** It sees files only in a section of its own, which begins with everything that was acknowledged before. */
  readonly seesInSection?: boolean
}

/** What stands around every call where files belong to more than this machine. */
export interface CallGate {
  /**
   * Runs the work when it sees everything that was acknowledged before, anywhere; what it gives holds nothing that was taken
   * back. `stale`: the first cannot be said, and whoever serves wanted an answer all the same.
   */
  run<T>(call: GatedCall, work: () => Promise<T>): Promise<{ readonly value: T; readonly stale: boolean }>
}

/** A number for operators, as it is now. */
export interface Figure {
  readonly name: string
  readonly help: string
  /** A counter only rises. */
  readonly kind: 'gauge' | 'counter'
  readonly value: number
  readonly labels?: Readonly<Record<string, string>>
}

/** One change of one document, where changes are kept. */
export interface DocumentChange {
  /** Of the change, which may have changed other documents too; without gaps, in the order in which they came to count. */
  readonly seq: number
  /** ISO 8601. */
  readonly at: string
  /** The principal. */
  readonly author: string
  readonly tool: string
  /** It begins with the family's folder. */
  readonly path: string
  /** SHA-256 before and after; null: it was, or is, not there. */
  readonly before: string | null
  readonly after: string | null
}

/** What became of documents, where every change is kept. */
export interface ChangeHistory {
  /** Of a document, or of everything below a folder, newest first. */
  changesOf(asked: { readonly path: string; readonly limit: number }): Promise<readonly DocumentChange[]>
  /** What a document held after the change of this number; undefined: it was not there then. */
  contentAt(path: string, seq: number): Promise<Uint8Array | undefined>
}

export const systemClock: Clock = { now: () => Date.now() }

export const randomIds: Ids = {
  trace: () => globalThis.crypto.randomUUID().replaceAll('-', ''),
  bytes: (length) => globalThis.crypto.getRandomValues(new Uint8Array(length)),
}

export const silentLogger: Logger = { log: () => {} }

/** What a package is opened with beside its root. */
export interface Ports {
  readonly clock: Clock
  readonly ids: Ids
  readonly logger: Logger
  /** Where changes of watched resources are told. */
  readonly changes: ChangeBus
  /** Shared by the packages of a process: what one writes, the others see in their next call. */
  readonly writes: OwnWrites
}

/** Those that were not given are this machine's own, and silent. */
export function withPorts(given: Partial<Ports>): Ports {
  const { clock = systemClock, ids = randomIds, logger = silentLogger, writes = createOwnWrites() } = given
  return { clock, ids, logger, changes: given.changes ?? { publish: () => {} }, writes }
}

/** A call outside any server: never cancelled, nobody listens, no connection. For library use. */
export const plainCall: Call = { signal: new AbortController().signal, report: () => {} }

export function createConnectionMemory(): ConnectionMemory {
  const slots = new Map<MemorySlot<unknown>, unknown>()
  const loaded = new Map<string, unknown>()
  return {
    get<T>(slot: MemorySlot<T>): T {
      const known = slot as MemorySlot<unknown> // the map's value was made by this very slot
      if (!slots.has(known)) slots.set(known, loaded.has(slot.name) ? slot.restore(loaded.get(slot.name)) : slot.create())
      return slots.get(known) as T
    },
    dump() {
      const now = [...slots].map(([slot, value]) => [slot.name, slot.dump(value)])
      return { ...Object.fromEntries(loaded), ...Object.fromEntries(now) }
    },
    load(dumped) {
      for (const [name, value] of Object.entries(dumped)) loaded.set(name, value)
      for (const slot of slots.keys()) if (Object.hasOwn(dumped, slot.name)) slots.delete(slot)
    },
  }
}
