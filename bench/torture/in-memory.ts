import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { RunOrder, RunOutcome } from './run.ts'

const MEMORY = '/dev/shm'

/** For a race that is not about what survives a crash: in memory, where that is possible, it is run ten times as often. */
export async function inMemory(order: RunOrder, attack: (folder: string) => Promise<RunOutcome>): Promise<RunOutcome> {
  const folder = existsSync(MEMORY) ? mkdtempSync(`${MEMORY}/shoko-torture-`) : join(order.folder, 'tree')
  try {
    return await attack(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
