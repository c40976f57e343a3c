import { setImmediate as nextTurn } from 'node:timers/promises'

const SLICE_MS = 8

/** For long work that awaits: call it between two steps, and every few milliseconds others have their turn. */
export function yieldEvery(sliceMs = SLICE_MS): () => Promise<void> {
  let began = performance.now()
  return async () => {
    if (performance.now() - began < sliceMs) return
    await nextTurn()
    began = performance.now()
  }
}

/** All steps, with others' turns in between. */
export async function inTurns<T>(steps: Iterator<undefined, T>, pause: () => Promise<void>): Promise<T> {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    await pause()
  }
}
