import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { RunOrder, RunOutcome } from './run.ts'
import { bundle } from './writers/bundle.ts'

const MEMORY = '/dev/shm'

/** Where a race takes place, and its programs by what each of them is called. */
export type Stage<Name extends string> = Readonly<Record<Name | 'folder', string>>

/** For a race that is not about what survives a crash: in memory, where that is possible, it is run ten times as often. */
export async function inMemory<Name extends string>(
  order: RunOrder,
  sources: Readonly<Record<Name, string>>,
  attack: (order: RunOrder, stage: Stage<Name>) => Promise<RunOutcome>,
): Promise<RunOutcome> {
  const programs = {} as Record<Name, string> // filled below, name by name
  for (const name of Object.keys(sources) as Name[]) programs[name] = await bundle(join(order.folder, 'programs'), sources[name])
  const folder = existsSync(MEMORY) ? mkdtempSync(`${MEMORY}/shoko-torture-`) : join(order.folder, 'tree')
  try {
    return await attack(order, { ...programs, folder })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
