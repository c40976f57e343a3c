import { setTimeout as sleep } from 'node:timers/promises'
import type { MeetingPlace } from '@shoko/core-fs/meeting-place'
import { type SharedOrder, startName } from './identity.ts'
import { type Link, type LinkEvents, linkToShared } from './link.ts'
import { startSharedProcess } from './start-process.ts'

/** So long whoever came first is left to start the process, before the next one tries. */
const START_MS = 3000
const PATIENCE_MS = 12_000
const FIRST_PAUSE_MS = 5
const LONGEST_PAUSE_MS = 40

export interface Reach {
  readonly place: MeetingPlace
  readonly order: SharedOrder
  /** What runs this program, behind node. */
  readonly program: readonly string[]
  readonly signal: AbortSignal
}

/** The shared process, started when there is none. Many may call this at once: one process is started for all of them. */
export async function reachShared({ place, order, program, signal }: Reach, events: LinkEvents): Promise<Link | undefined> {
  const deadline = performance.now() + PATIENCE_MS
  for (let pause = FIRST_PAUSE_MS; performance.now() < deadline && !signal.aborted; ) {
    const link = await linkToShared(place, order, events)
    if (link !== undefined) return link
    if (place.claim(startName(order.key), START_MS)) {
      try {
        startSharedProcess(place, order, program)
      } catch {
        return undefined // no process, no descriptor: this one serves
      }
    }
    await sleep(pause)
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
  }
  return undefined
}
