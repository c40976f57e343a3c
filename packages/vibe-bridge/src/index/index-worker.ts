import { DomainError } from '@shoko/contract'
import { askOwner, openRoot, serveThread } from '@shoko/core-fs'
import { openDatabase } from './database.ts'
import { type Followed, type FollowParts, followFile, rebuildFile } from './follow-file.ts'
import type { LargeFailure, LargeJob, LargeOutcome } from './large-files.ts'
import { createStore } from './store.ts'
import { createTokenizer } from './tokens.ts'

void serveThread(async (data): Promise<LargeOutcome> => {
  try {
    return { followed: await indexFile(data as LargeJob) } // its owner is large-files, in this package
  } catch (error) {
    return { failure: describe(error) }
  }
})

async function indexFile({ rootPath, withheld, indexPath, address, task }: LargeJob): Promise<Followed> {
  const root = openRoot(rootPath, { withheld })
  const database = openDatabase(indexPath)
  const parts: FollowParts = {
    root,
    store: createStore(database),
    tokenizer: createTokenizer(),
    turn: async () => void (await askOwner('write')),
  }
  try {
    return await (task === 'follow' ? followFile : rebuildFile)(parts, address)
  } finally {
    database.close()
    root.close()
  }
}

function describe(error: unknown): LargeFailure {
  if (!(error instanceof Error)) return { message: String(error) }
  const { message } = error
  if (error instanceof DomainError) return { message, reason: error.reason }
  return 'errcode' in error && typeof error.errcode === 'number' ? { message, errcode: error.errcode } : { message }
}
