import { join } from 'node:path'
import { DomainError } from '@shoko/contract'
import { openRoot, parsePath, type RelativePath, realPathOf, sha256 } from '@shoko/core-fs'

export interface HeldFolder {
  readonly path: string
  release(): Promise<void>
}

const MOST_SERVERS = 64
const LOCK = 'mirror.lock.db'

/** A folder of a mirror's own: one that no other process of this machine has, and that it had before if it can. */
export async function holdMirrorFolder(of: {
  readonly mirrors: string
  readonly url: string
  readonly space: string
}): Promise<HeldFolder> {
  const place = join(of.mirrors, sha256(`${databaseOf(of.url)}\n${of.space}`).slice(0, 16))
  for (let number = 1; number <= MOST_SERVERS; number++) {
    const held = await tryHold(join(place, String(number)))
    if (held !== undefined) return held
  }
  throw new Error(`${MOST_SERVERS} servers of this machine have mirrors in ${of.mirrors} already`)
}

async function tryHold(path: string): Promise<HeldFolder | undefined> {
  const root = openRoot(path, { lockPath: LOCK, closed: 'all' })
  await root.ensureDirectory('' as RelativePath) // the root itself
  await root.ensureDirectory(parsePath('documents'))
  const { promise: until, resolve: end } = Promise.withResolvers<void>()
  const { promise: taken, resolve: take } = Promise.withResolvers<boolean>()
  const holding = root
    .exclusive(
      () => {
        take(true)
        return until
      },
      { timeoutMs: 20 },
    )
    .catch((error: unknown) => {
      take(false)
      if (!(error instanceof DomainError) || error.reason !== 'busy') throw error
    })
  if (!(await Promise.race([taken, holding.then(() => false)]))) {
    await holding
    root.close()
    return undefined
  }
  return {
    path: realPathOf(join(path, 'documents')),
    async release() {
      end()
      await holding
      root.close()
    },
  }
}

/** A password that changes makes no other database of it. */
function databaseOf(url: string): string {
  if (!URL.canParse(url)) return url
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}
