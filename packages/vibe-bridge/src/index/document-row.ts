import type { FileInfo } from '@shoko/core-fs'
import { isCurrent, stampOf } from '@shoko/follow'
import { chunkMarkdown } from '../workspace/chunk.ts'
import type { Document } from '../workspace/document.ts'
import type { DocumentAddress } from '../workspace/layout.ts'
import type { Metadata } from '../workspace/metadata.ts'
import { readTask, type TaskSummary } from '../workspace/task-file.ts'
import { headingWeight } from './ranking.ts'
import type { Tokenizer, TokenStreams } from './tokens.ts'

/** What the file looked like when it was indexed, as a stamp has it. */
export interface FileState {
  readonly size: number
  readonly mtimeMs: number
  readonly ctimeMs: number
  readonly hash: string
}

export interface ChunkRow {
  readonly heading: string
  readonly headingWeight: number
  /** Without the heading. */
  readonly body: string
  /** The line of the file on which the body begins. */
  readonly line: number
  readonly headingTokens: TokenStreams
  readonly bodyTokens: TokenStreams
}

/** A document as the index keeps it, worked out before any transaction begins. */
export interface DocumentRow {
  readonly address: DocumentAddress
  readonly metadata: Metadata
  readonly summary: TaskSummary
  readonly state: FileState
  readonly chunks: readonly ChunkRow[]
}

export function documentRow(document: Document, state: FileState, tokenizer: Tokenizer): DocumentRow {
  const { address, metadata, outline, body, linesBefore } = document
  return { address, metadata, state, summary: readTask(outline, address.filename), chunks: chunkRows() }

  function chunkRows(): readonly ChunkRow[] {
    return chunkMarkdown(body, outline).map(({ heading, text, headingLength, bodyLine }) => {
      const own = text.slice(headingLength)
      return {
        heading,
        headingWeight: headingWeight(heading),
        body: own,
        line: linesBefore + bodyLine,
        headingTokens: tokenizer.streams(heading),
        bodyTokens: tokenizer.streams(own),
      }
    })
  }
}

export function fileState(info: FileInfo, { hash, lookedAt }: { readonly hash: string; readonly lookedAt: number }): FileState {
  const [size, mtimeMs, ctimeMs] = stampOf(info, lookedAt)
  return { size, mtimeMs, ctimeMs, hash }
}

/** An index may travel with its workspace, so the number of the file on its disk is no part of this. */
export function isUnchanged({ size, mtimeMs, ctimeMs }: FileState, info: FileInfo): boolean {
  return isCurrent([size, mtimeMs, ctimeMs, info.ino], info)
}
