import { type CallGate, DomainError, type GatedCall } from '@shoko/contract'
import { inScope } from './call-scope.ts'
import type { Database } from './database.ts'
import { busy, isPassing, translated } from './failure.ts'
import type { Follower } from './follower.ts'
import type { Windows } from './windows.ts'

export interface GateParts {
  readonly database: Database
  readonly space: number
  readonly follower: Follower
  readonly windows: Windows
  /** Whether reads are answered from the mirror when the database is gone. */
  readonly staleReads: boolean
}

const ATTEMPTS = 3

/** Lets no call see less than what was acknowledged before it began, or anything that does not come to count. */
export function createGate(parts: GateParts): CallGate {
  const look = createHeadLook(parts)
  return {
    async run(call, work) {
      for (let attempt = 1; ; attempt++) {
        const stale = await catchUp(call)
        const { outcome, isDoubtful } = await insideWindows(parts.windows, call, work)
        if (!isDoubtful) return { value: resultOf(outcome), stale }
        if (attempt === ATTEMPTS) throw takenBack()
      }
    },
  }

  async function catchUp({ effect }: GatedCall): Promise<boolean> {
    try {
      await parts.follower.reach(await look())
      return false
    } catch (error) {
      if (effect === 'read' && parts.staleReads && (isPassing(error) || error instanceof DomainError)) return true
      throw translated(error)
    }
  }
}

/** Answers when every section that was open meanwhile has ended. Doubtful: a read that may have read what was taken back. */
async function insideWindows<T>(
  windows: Windows,
  call: GatedCall,
  work: () => Promise<T>,
): Promise<{ readonly outcome: Outcome<T>; readonly isDoubtful: boolean }> {
  let own = 0
  const before = windows.undone
  const scope = { author: call.principal, tool: call.name, undone: () => void own++ }
  const outcome = await settled(inScope(scope, work))
  await windows.closed()
  const mayHaveSeen = windows.undone - before > own
  if (!mayHaveSeen || (outcome.ok && call.effect !== 'read')) return { outcome, isDoubtful: false }
  // What failed by itself may have failed by what was never to count; what read may have read it.
  if (!outcome.ok && !(outcome.error instanceof DomainError)) throw outcome.error
  if (call.effect !== 'read') throw takenBack()
  return { outcome, isDoubtful: true }
}

function takenBack(): DomainError {
  return busy('a change that this call had seen was taken back; try again')
}

type Outcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: unknown }

async function settled<T>(work: Promise<T>): Promise<Outcome<T>> {
  try {
    return { ok: true, value: await work }
  } catch (error) {
    return { ok: false, error }
  }
}

function resultOf<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value
  throw outcome.error
}

/** The log's head, asked for after the caller came: those who come while one question is under way share the next one. */
function createHeadLook({ database, space, follower }: GateParts): () => Promise<number> {
  let current: Promise<number> | undefined
  let next: Promise<number> | undefined
  const ask = async (): Promise<number> => {
    const known = follower.applied
    const rows = await database.query<{ head: string }>('select head from shoko.spaces where id = $1', [space])
    const head = Number(rows[0]?.head)
    if (head < known) await follower.compareLog()
    return head
  }
  const start = (): Promise<number> => {
    next = undefined
    current = ask().finally(() => {
      current = undefined
    })
    return current
  }
  return () => {
    if (current === undefined) return start()
    next ??= current.then(start, start)
    return next
  }
}
