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
