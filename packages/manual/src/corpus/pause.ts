import { setImmediate as nextTurn } from 'node:timers/promises'

/** Long work on the main thread gives way to other calls every few milliseconds. */
export function createPause(sliceMs = 8): () => Promise<void> {
  let began = performance.now()
  return async () => {
    if (performance.now() - began < sliceMs) return
    await nextTurn()
    began = performance.now()
  }
}
