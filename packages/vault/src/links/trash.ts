import { firstSegmentIs, type RelativePath } from '@shoko/core-fs'

const TRASH = /^\.system\/trash\/[^/]+\/(.+)$/i

/** Where a note in the trash came from; undefined for what does not lie there. */
export function placeBeforeTrash(path: RelativePath): RelativePath | undefined {
  return TRASH.exec(path)?.[1] as RelativePath | undefined // whole segments
}

export function isInTrash(path: RelativePath): boolean {
  return firstSegmentIs(path, '.system') && TRASH.test(path)
}

/** `.system/trash/2026-11-17T18-30-21-123Z/notes/a.md`: a name for every disk, in the order of time. */
export function trashPlace(path: RelativePath, now: number): RelativePath {
  const time = new Date(now).toISOString().replaceAll(/[:.]/g, '-')
  return `.system/trash/${time}/${path}` as RelativePath // a path with segments in front
}
