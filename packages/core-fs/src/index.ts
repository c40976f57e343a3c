export type { Expected, Written } from './atomic-write.ts'
export { checkTree, type TreeCheckOptions } from './check-tree.ts'
export type { ExclusiveOptions } from './exclusive.ts'
export type { FileInfo } from './file-info.ts'
export { type FileStamp, isCurrent, stampOf } from './file-stamp.ts'
export type { FsReason } from './fs-error.ts'
export { sha256 } from './hash.ts'
export type { DirEntry } from './list.ts'
export { readLocalFile, realPathOf } from './local-file.ts'
export { lockingVersion } from './lock-database.ts'
export { inspectOwnDatabase, type OwnDatabase, PlantedFileError, prepareOwnDatabase } from './own-database.ts'
export type { FileBytes, TextFile } from './read-file.ts'
export {
  firstSegmentIs,
  isDeniedName,
  isTemporaryName,
  joinPath,
  nameOf,
  parentOf,
  parseDirectory,
  parsePath,
  type RelativePath,
} from './relative-path.ts'
export { openRoot, type Root, type RootOptions } from './rooted-fs.ts'
export type { TreeSurvey } from './survey.ts'
export type { SweptFile } from './sweep-reader.ts'
export type { LineReader } from './text/line-reader.ts'
export { codePointLength, countLines, LineIndex, sliceCodePoints, splitLines, stripBom } from './text/lines.ts'
export { replaceFirst } from './text/replace.ts'
export { type TextWindow, takeWindow, type WindowLimits } from './text/window.ts'
export { askOwner, isOutOfMemory, runInThread, serveThread, type ThreadJob } from './thread.ts'
export type { WalkedFile, WalkOptions } from './walk.ts'
export { type Watch, type WatchBatch, type WatchOptions, watchTree } from './watch.ts'
export { refuseHidden } from './withheld.ts'
