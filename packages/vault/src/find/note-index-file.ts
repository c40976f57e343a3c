import { type Logger, silentLogger } from '@shoko/contract'
import { parsePath, type RelativePath, type Root, sha256 } from '@shoko/core-fs'
import { createIndexFile, type IndexFile } from '@shoko/follow'
import { loadRankerIfFit, type Ranker } from '@shoko/search'
import type { NoteRecord } from './note-record.ts'

/** Where the index of one vault lies in the cache directory. */
export function noteIndexPath(rootPath: string): RelativePath {
  return parsePath(`vault-index-${sha256(rootPath).slice(0, 16)}.bin`)
}

/** The saved index of a vault's notes. */
export function openNoteIndexFile(cache: Root, path: RelativePath, logger: Logger = silentLogger): IndexFile<NoteRecord, Ranker> {
  // The version is raised when what is kept of a note changes its meaning: sections, names.
  const format = { name: 'vault_index', magic: 0x53484b56, version: 1, loadRanker: loadRankerIfFit }
  return createIndexFile<NoteRecord, Ranker>(format, { cache, path, logger })
}
