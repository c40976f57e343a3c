import type { OpenDirectory, RootFolder } from './containment.ts'

export interface SteadyFolder extends RootFolder {
  /** While the work runs, the root is the folder that it was at the beginning: opened and looked at once, not once a call. */
  steadily<T>(work: () => Promise<T>): Promise<T>
}

export function createSteadyFolder(folder: RootFolder): SteadyFolder {
  let top: OpenDirectory | undefined

  async function steadily<T>(work: () => Promise<T>): Promise<T> {
    if (top !== undefined) return work() // another section's, which ends on its own
    const own = openedNow()
    if (own === undefined) return work()
    top = own
    try {
      return await work()
    } finally {
      top = undefined
      own.close()
    }
  }

  /** Undefined: it is not there yet, or cannot be had; what the work asks of it says so. */
  function openedNow(): OpenDirectory | undefined {
    try {
      return folder.openTop()
    } catch {
      return undefined
    }
  }

  return { ...folder, openTop: () => top?.lend() ?? folder.openTop(), steadily }
}
