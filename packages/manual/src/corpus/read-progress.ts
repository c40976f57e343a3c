import type { MemorySlot } from '@shoko/contract'

interface Progress {
  readonly hash: string
  /** UTF-16 offset at which the next answer begins; undefined when the file's end was reached. */
  readonly next: number | undefined
}

export interface ReadProgress {
  /** Where to go on for a section asked for before, if its file is still the same and something is left. */
  continuation(key: string, hash: string): number | undefined
  remember(key: string, progress: Progress): void
  entries(): [string, Progress][]
}

const MAX_SECTIONS_REMEMBERED = 1000

/** What one connection has read: the sections and how far. */
export const readProgress: MemorySlot<ReadProgress> = {
  name: 'manual sections read',
  create: () => createReadProgress([]),
  dump: (progress) => progress.entries(),
  restore: (dumped) => createReadProgress(dumped as [string, Progress][]), // by the line above
}

function createReadProgress(read: Iterable<readonly [string, Progress]>): ReadProgress {
  const sections = new Map<string, Progress>(read)
  return {
    continuation(key, hash) {
      const known = sections.get(key)
      return known?.hash === hash ? known.next : undefined
    },
    remember(key, progress) {
      sections.delete(key)
      if (sections.size >= MAX_SECTIONS_REMEMBERED) sections.delete(sections.keys().next().value!)
      sections.set(key, progress)
    },
    entries: () => [...sections],
  }
}
