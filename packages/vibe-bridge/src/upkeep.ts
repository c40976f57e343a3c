import { dirname, resolve } from 'node:path'
import { type Finding, plainCall, systemClock, type Upkeep } from '@shoko/contract'
import { checkTree, openRoot, parseDirectory, type Root } from '@shoko/core-fs'
import { openVibe } from './context.ts'
import { checkIndex } from './index/check-index.ts'
import { INDEX_LOCK } from './index/workspace-index.ts'
import { listProjects } from './workspace/projects.ts'
import { taskFiles } from './workspace/task-files.ts'
import { formatNumber, taskNumber } from './workspace/task-number.ts'

export interface VibeUpkeepOptions {
  /** VIBE_ROOT, absolute. */
  readonly root: string
  /** VIBE_DB, absolute. */
  readonly dbPath: string
}

/** `shoko check` for the projects of a workspace and their search index. */
export function vibeUpkeep(options: VibeUpkeepOptions): Upkeep {
  const root = openRoot(options.root, { clock: systemClock })
  const locks = openRoot(dirname(resolve(options.dbPath)), {
    lockPath: INDEX_LOCK,
    clock: systemClock,
    ...(dirname(resolve(options.dbPath)) === resolve(options.root) ? {} : { closed: 'new' as const }),
  })
  return {
    check: async () => [...(await checkTree(root)), ...(await checkNumbers(root)), ...(await checkIndex(root, options.dbPath))],
    async repair(findings) {
      const codes = new Set(findings.filter(({ fix }) => fix !== undefined).map(({ code }) => code))
      if (codes.has('litter')) await removeStaleTemporaryFiles()
      if (codes.has('index-behind')) await reindex(options)
    },
    async close() {
      root.close()
      locks.close()
    },
  }

  /** The folder of the index may not be there yet, and the lock lies in it. */
  async function removeStaleTemporaryFiles(): Promise<void> {
    await locks.ensureDirectory(parseDirectory(''))
    await locks.exclusive(() => root.removeStaleTemporaryFiles())
  }
}

/** A number that two tasks share names neither of them to `update_task_status`. */
async function checkNumbers(root: Root): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const project of await listProjects(root)) {
    const byNumber = new Map<number, string[]>()
    for (const { filename, path } of await taskFiles(root, project)) {
      const number = taskNumber(filename)
      if (number !== undefined) byNumber.set(number, [...(byNumber.get(number) ?? []), path])
    }
    for (const [number, [path = '', ...others]] of byNumber) {
      if (others.length === 0) continue
      const message = `task number ${formatNumber(number)} is also that of ${others.join(', ')}`
      findings.push({ level: 'error', code: 'duplicate-number', path, message, advice: 'rename all but one to a free number' })
    }
  }
  return findings
}

async function reindex({ root, dbPath }: VibeUpkeepOptions): Promise<void> {
  const ctx = openVibe({ root, dbPath })
  try {
    await ctx.index.reindex({ full: true }, plainCall)
  } finally {
    await ctx.close()
  }
}
