import { DomainError, type StatsRows } from '@shoko/contract'
import { parseDirectory, parsePath, type RelativePath, type Root } from '@shoko/core-fs'

const MAX_BYTES = 1_000_000
const CURRENT = parsePath('manual-stats.ndjson')
const OLDER = parsePath('manual-stats.1.ndjson')

type Rows = Awaited<ReturnType<StatsRows['since']>>

/** Statistics in a file of this machine, which only grows until it is rotated. */
export function createStatsFile(cache: Root): StatsRows {
  return {
    async since(begin) {
      return [...(await rowsOf(cache, OLDER)), ...(await rowsOf(cache, CURRENT))].filter(({ ts }) => ts >= begin)
    },
    add: (row) => appendRow(cache, row),
  }
}

async function rowsOf(cache: Root, path: RelativePath): Promise<Rows> {
  const file = await cache.readText(path).catch(() => undefined)
  return file === undefined ? [] : file.text.split('\n').flatMap(parseRow)
}

/** A line that a crash cut short, or that somebody else wrote, is passed over. */
function parseRow(line: string): Rows {
  try {
    const row: unknown = JSON.parse(line)
    if (typeof row !== 'object' || row === null) return []
    const { ts, cut_off } = row as { ts?: unknown; cut_off?: unknown } // both are checked in the next line
    return typeof ts === 'number' && typeof cut_off === 'boolean' ? [{ ts, cutOff: cut_off }] : []
  } catch {
    return []
  }
}

async function appendRow(cache: Root, row: object): Promise<void> {
  // Before the first index is saved there is no folder for the lock.
  await cache.ensureDirectory(parseDirectory(''))
  await cache.exclusive(async () => {
    const info = await cache.find(CURRENT).catch(() => undefined)
    if (info !== undefined && info.size > MAX_BYTES) await rotate(cache)
    const line = `${JSON.stringify(row)}\n`
    await cache.append(CURRENT, line).catch(async (error: unknown) => {
      if (!(error instanceof DomainError) || error.reason !== 'permission_denied') throw error
      await cache.remove(CURRENT) // others could write to it, so it is begun anew
      await cache.append(CURRENT, line)
    })
  })
}

async function rotate(cache: Root): Promise<void> {
  const older = await cache.find(OLDER)
  if (older !== undefined) await cache.remove(OLDER)
  await cache.move(CURRENT, OLDER)
}
