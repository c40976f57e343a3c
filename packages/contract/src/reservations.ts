import { AsyncLocalStorage } from 'node:async_hooks'

/** The paths that each sentence is said of. */
const collecting = new AsyncLocalStorage<Map<string, Set<string>>>()
/** A call that changes thousands of files says of how many, not of each. */
const NAMED = 5

/**
 * What went wrong although the work is done: the save of an editor was displaced, the last flush was refused. It is said deep
 * below the tool that was called, and belongs into that tool's answer whatever the tool is; so it travels beside the results.
 */
export function addReservation(sentence: string, path: string): void {
  const said = collecting.getStore()
  const paths = said?.get(sentence) ?? new Set()
  said?.set(sentence, paths.add(path))
}

/** The warnings of an answer: absent where there are none. */
export function saying(warnings: readonly string[]): { warnings?: string[] } {
  return warnings.length > 0 ? { warnings: [...warnings] } : {}
}

/** Runs the work and gives what it returns with the reservations that were said on the way. */
export async function collectReservations<T>(
  work: () => Promise<T>,
): Promise<{ readonly value: T; readonly reservations: readonly string[] }> {
  const said = new Map<string, Set<string>>()
  const value = await collecting.run(said, work)
  return { value, reservations: [...said].map(([sentence, paths]) => `${sentence}: ${listed([...paths])}`) }
}

function listed(paths: readonly string[]): string {
  const shown = paths.slice(0, NAMED).join(', ')
  return paths.length > NAMED ? `${shown} and ${paths.length - NAMED} more` : shown
}
