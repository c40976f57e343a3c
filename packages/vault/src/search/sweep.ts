import type { RelativePath, Root, WalkedFile } from '@shoko/core-fs'
import type { FileScope } from '../scope.ts'
import type { JobPulse } from './job-control.ts'
import type { Share } from './protocol.ts'

/** This worker's share of the files in scope, in path order. Whether one has changed is looked at when it is opened. */
export async function listFiles(
  root: Root,
  job: { readonly scope: FileScope; readonly share: Share; readonly pulse: JobPulse },
): Promise<WalkedFile[]> {
  const { scope, share, pulse } = job
  const fits = scope.glob === undefined ? undefined : (await import('../glob.ts')).globFilter(scope.glob)
  const below = scope.dir === '' ? 0 : scope.dir.length + 1
  return root.sync.walk({
    dir: scope.dir,
    skip: (path) => {
      if (shardOf(path, share.shards) !== share.shard) return true
      return fits !== undefined && !pulse.matching(() => fits(path.slice(below)))
    },
  })
}

/** Those of them that are this worker's share. */
export function shareOf(paths: readonly string[], { shard, shards }: Share): WalkedFile[] {
  return paths.filter((path) => shardOf(path, shards) === shard).map((path) => ({ path: path as RelativePath })) // another worker has walked to them
}

/** Spreads files evenly and always the same way, so that each is kept by one worker only. */
function shardOf(path: string, shards: number): number {
  let hash = 0
  for (let at = path.length - 1; at >= 0; at--) hash = (Math.imul(hash, 31) + path.charCodeAt(at)) | 0
  return (hash >>> 0) % shards
}
