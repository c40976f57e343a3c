import { setFlagsFromString } from 'node:v8'

/**
 * Whether the part of the heap where everything new begins may grow from 2 MB to 32. What hands on lines has nothing that lives longer
 * than one, and would fill the room with garbage. Whoever serves many keeps some of what is new, which is copied when the room is
 * full: of 16 MB of sessions and traces that took ten milliseconds, in which everybody waited; of 2 MB it takes one.
 */
export function youngHeap(as: 'stays' | 'grows'): void {
  setFlagsFromString(`--semi-space-growth-factor=${as === 'stays' ? 1 : 2}`)
}
