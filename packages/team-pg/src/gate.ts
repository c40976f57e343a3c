import { type CallGate, DomainError, type GatedCall } from '@shoko/contract'
import { inScope } from './call-scope.ts'
import { isInDoubt, isPassing, takenBack, translated } from './failure.ts'
import type { Follower } from './follower.ts'
import type { Windows } from './windows.ts'

export interface GateParts {
  readonly follower: Follower
  readonly windows: Windows
  /** Whether reads are answered from the mirror when the database is gone. */
  readonly staleReads: boolean
}

const ATTEMPTS = 3

/** Lets no call see less than what was acknowledged before it began, or anything that does not come to count. */
export function createGate(parts: GateParts): CallGate {
  return {
    async run(call, work) {
      for (let attempt = 1; ; attempt++) {
        const stale = call.seesInSection === true ? false : await catchUp(call)
        const { outcome, isDoubtful } = await insideWindows(parts.windows, call, work)
        if (!isDoubtful) return { value: resultOf(outcome), stale }
        if (attempt === ATTEMPTS) throw takenBack()
      }
    },
  }

  async function catchUp({ effect }: GatedCall): Promise<boolean> {
    try {
      await parts.follower.renew()
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
  if (!outcome.ok && (!(outcome.error instanceof DomainError) || isInDoubt(outcome.error))) throw outcome.error
  if (call.effect !== 'read') throw takenBack()
  return { outcome, isDoubtful: true }
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
