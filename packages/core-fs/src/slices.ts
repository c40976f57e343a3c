import { setImmediate as nextTurn } from 'node:timers/promises'

const SLICE_MS = 8
const LARGE = 512 * 1024

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

/** Between two passes over the same content: where it is large, each takes many milliseconds, and others have their turn first. */
export async function giveWayFor(content: { readonly length: number }): Promise<void> {
  if (content.length > LARGE) await nextTurn()
}
