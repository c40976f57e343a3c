import { setImmediate as nextTurn } from 'node:timers/promises'

const SLICE_MS = 8

/** Runs synchronous work step by step, and lets the event loop run in between. */
export async function inSlices(steps: Generator<void, void>): Promise<void> {
  try {
    for (let sliceEnd = performance.now() + SLICE_MS; !steps.next().done; ) {
      if (performance.now() < sliceEnd) continue
      await nextTurn()
      sliceEnd = performance.now() + SLICE_MS
    }
  } finally {
    steps.return() // closes what an interrupted walk left open
  }
}
