import { type Call, DomainError, defineTool, plainCall } from '@shoko/contract'
import { LineRange, nextActions, nullable, oneOf, PathParam } from '@shoko/contract/schema'
import { type LineReader, parsePath, type TextWindow } from '@shoko/core-fs'
import type { Static } from 'typebox'
import * as Type from 'typebox'
import type { VaultContext } from '../context.ts'
import { charLimit, checkStartLine, fileComesFirst, takeExcerpt } from '../excerpt.ts'
import { READ_REASONS, type VaultReason } from '../reasons.ts'
import { scanProgress } from '../scan-progress.ts'
import { orWhatThereIs } from '../what-there-is.ts'
import { Limits } from './vault-read.ts'

export const VaultScanInput = Type.Object(
  {
    path: PathParam,
    cursor: Type.Optional(Type.Object({ start_line: Type.Optional(Type.Integer()) })),
    chunk_lines: Type.Optional(Type.Integer()),
    limits: Type.Optional(Limits),
  },
  { additionalProperties: false },
)
export const VaultScanOutput = Type.Object({
  text: Type.String(),
  applied_range: LineRange,
  next_cursor: Type.Object({ start_line: nullable(Type.Integer()) }),
  eof: Type.Boolean(),
  truncated: Type.Boolean(),
  truncated_reason: oneOf(['none', 'chunk_end', 'max_chars', 'hard_limit']),
  hash: Type.String(),
  next_actions: nextActions(['vault_scan', 'vault_coverage', 'artifact_audit', 'stop']),
})

export type VaultScanInput = Static<typeof VaultScanInput>
export type VaultScanOutput = Static<typeof VaultScanOutput>

export async function scanNote(ctx: VaultContext, input: VaultScanInput, call: Call = plainCall): Promise<VaultScanOutput> {
  const path = parsePath(input.path)
  const reader = await ctx.root.openLines(path)
  try {
    const limit = charLimit(ctx.settings.hardMaxChars, input.limits?.max_chars)
    const start = input.cursor?.start_line ?? 1
    checkStartLine('cursor.start_line', start, reader.totalLines)
    const chunkLines = chunkSize(ctx, input.chunk_lines)
    const chunk = await takeExcerpt(reader, { start, end: start + chunkLines - 1, maxChars: limit.maxChars })
    const reason = chunk.cut ? limit.cutReason : chunk.nextLine !== null ? 'chunk_end' : 'none'
    return {
      text: chunk.text,
      applied_range: { start_line: chunk.startLine, end_line: chunk.endLine },
      next_cursor: { start_line: chunk.nextLine },
      eof: chunk.nextLine === null,
      truncated: reason !== 'none',
      truncated_reason: reason,
      hash: reader.hash,
      next_actions: [nextAction({ path, chunk, chunkLines, scanned: remember(call, { path, chunk, reader }) })],
    }
  } finally {
    reader.close()
  }
}

function chunkSize({ settings }: VaultContext, wanted: number | undefined): number {
  const most = settings.scanMaxChunkLines
  const requested = wanted ?? Math.min(settings.scanDefaultChunkLines, most)
  if (requested >= 1 && requested <= most) return requested
  throw new DomainError<VaultReason>('invalid_argument', `chunk_lines: must be from 1 to ${most} (got ${requested})`, {
    details: { key: 'chunk_lines', max: most },
  })
}

/** Everything scanned of this file so far; a request without a connection has only its own range. */
function remember(
  call: Call,
  { path, chunk, reader }: { readonly path: string; readonly chunk: TextWindow; readonly reader: LineReader },
): LineRange[] {
  // A line that was cut counts when the next chunk has brought the whole of it.
  const lastWhole = chunk.nextLine === null ? chunk.endLine : chunk.nextLine - 1
  const range = { start_line: chunk.startLine, end_line: lastWhole }
  return call.connection?.get(scanProgress).add(path, range, reader.totalLines) ?? [range]
}

function nextAction(state: {
  readonly path: string
  readonly chunk: TextWindow
  readonly chunkLines: number
  readonly scanned: readonly LineRange[]
}): VaultScanOutput['next_actions'][number] {
  const { path, chunk, chunkLines, scanned } = state
  if (chunk.nextLine === null) return { type: 'vault_coverage', confidence: 0.7, params: { path, cited_ranges: scanned } }
  return {
    type: 'vault_scan',
    confidence: 0.8,
    params: { path, cursor: { start_line: chunk.nextLine }, chunk_lines: chunkLines },
  }
}

export const vaultScan = defineTool<VaultContext, typeof VaultScanInput, typeof VaultScanOutput, VaultReason>({
  name: 'vault_scan',
  title: 'Scan a note whole',
  description:
    "Go through one long note from the first line to the last without skipping any, chunk by chunk; follow next_actions until eof, then vault_coverage. Example: {path: 'sources/interview.md'}.",
  effect: 'read',
  input: VaultScanInput,
  output: VaultScanOutput,
  errors: [...READ_REASONS, 'not_text'],
  ...fileComesFirst(['limits', 'cursor', 'chunk_lines']),
  logFields: (input, output) => ({
    path: input.path,
    applied_range: output.applied_range,
    eof: output.eof,
    truncated_reason: output.truncated_reason,
  }),
  run: (ctx, input, call) => orWhatThereIs(ctx, { path: input.path, call }, () => scanNote(ctx, input, call)),
})
