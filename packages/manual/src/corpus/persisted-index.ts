import { type Logger, silentLogger } from '@shoko/contract'
import { parsePath, type RelativePath, type Root, sha256 } from '@shoko/core-fs'
import { createIndexFile, type IndexFile } from '@shoko/follow'
import { loadRankerIfFit, type Ranker } from '@shoko/search'
import type { FileRow } from './catalog.ts'

/** Where the index of one root of manuals lies in the cache directory. */
export function indexPathFor(rootPath: string): RelativePath {
  return parsePath(`manual-index-${sha256(rootPath).slice(0, 16)}.bin`)
}

/** The saved index of all manuals; the words of their nodes stay in the file. */
export function openIndexFile(cache: Root, path: RelativePath, logger: Logger = silentLogger): IndexFile<FileRow, Ranker> {
  // The version is raised when what is kept of a node changes its meaning: nodes, flags, word lists.
  const format = { name: 'manual_index', magic: 0x53484b4d, version: 3, loadRanker: loadRankerIfFit }
  return createIndexFile<FileRow, Ranker>(format, { cache, path, logger })
}
