import type { Call } from '@shoko/contract'
import { didYouMean, titleKey, titlesMeant } from '@shoko/search'
import type { VaultContext } from '../context.ts'

/** Names are proposed from what is known by then. */
const WAIT_MS = 250

/** Paths of notes whose title or path is written much like this, which names none. */
export async function notesLike({ notes }: VaultContext, asked: string, call: Call): Promise<readonly string[]> {
  await notes.refresh(call, WAIT_MS)
  const known = [...notes.records.values()].map(({ names, path }) => ({ key: titleKey(`${names} ${path}`), item: String(path) }))
  const unread = [...notes.pending].map((path) => ({ key: titleKey(path), item: String(path) }))
  return titlesMeant([...known, ...unread], asked)
}

/** Folders that hold notes and are called much like this. */
export async function foldersLike({ notes }: VaultContext, asked: string, call: Call): Promise<readonly string[]> {
  await notes.refresh(call, WAIT_MS)
  const folders = new Set<string>()
  for (const path of [...notes.records.keys(), ...notes.pending]) {
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) folders.add(path.slice(0, end))
  }
  return didYouMean(folders, asked)
}
