export { inspectOwnDatabase, type OwnDatabase, PlantedFileError, prepareOwnDatabase } from './containment/own-database.ts'
export { refuseHidden } from './containment/withheld.ts'
export { type FileContent, readContent } from './file-content.ts'
export type { FileInfo } from './file-info.ts'
export { type FileStamp, isCurrent, stampOf, unsettled } from './file-stamp.ts'
export { type FsReason, PATH_REASONS } from './fs-error.ts'
export { sha256, sha256InSlices } from './hash.ts'
export { readLocalFile, realPathOf } from './local-file.ts'
export type { ExclusiveOptions } from './lock/exclusive.ts'
export { lockingVersion } from './lock/lock-database.ts'
export { Mutex } from './lock/mutex.ts'
export type { LoggedChange, OpenSection, SectionRequest, Sections } from './lock/sections.ts'
export { type ProcessMemory, processBirth, processMemory } from './process/process-memory.ts'
export {
  decodedPart,
  firstSegmentIs,
  isDeniedName,
  isHiddenPath,
  isTemporaryName,
  joinPath,
  nameOf,
  parentOf,
  parseDirectory,
  parsePath,
  type RelativePath,
} from './relative-path.ts'
export { openRoot, type Root, type RootOptions } from './rooted-fs.ts'
export { giveWayFor } from './slices.ts'
export { ByteFinder } from './text/byte-finder.ts'
export type { LineReader } from './text/line-reader.ts'
export { codePointLength, countLines, LineIndex, sliceCodePoints, splitLines, stripBom } from './text/lines.ts'
export { ownCopy } from './text/own-copy.ts'
export { holdsBytes, replaceFirst } from './text/replace.ts'
export { type TextWindow, takeWindow, type WindowLimits } from './text/window.ts'
export { askOwner, isOutOfMemory, runInThread, serveThread, type ThreadJob } from './thread.ts'
export { type BatchFile, lendingRoom } from './tree/batch-reader.ts'
export type { ByteFile } from './tree/byte-file.ts'
export { checkTree, type TreeCheckOptions } from './tree/check-tree.ts'
export type { DirEntry } from './tree/list.ts'
export { type FileBytes, MAX_CHANGED_BYTES, requireChangeable, type TextFile } from './tree/read-file.ts'
export type { TreeSurvey } from './tree/survey.ts'
export type { WalkedFile, WalkOptions } from './tree/walk.ts'
export { type Watch, type WatchBatch, type WatchOptions, watchTree } from './watch/watch.ts'
export type { Expected, Written } from './write/atomic-write.ts'
export type { ScratchFile } from './write/scratch-file.ts'
