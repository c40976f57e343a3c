import { defineTool } from '@shoko/contract'
import { Line, LineRange, nonBlank, nullable, oneOf, PathParam } from '@shoko/contract/schema'
import { LineIndex, PATH_REASONS } from '@shoko/core-fs'
import type { Static } from 'typebox'
import * as Type from 'typebox'
import type { ManualContext } from '../context.ts'
import { codePointsIn, unitOffset } from '../corpus/code-points.ts'
import { locateFile, refusal } from '../corpus/manuals.ts'
import type { ManualReason } from '../reasons.ts'

const Offset = Type.Integer({ minimum: 0 })

export const ManualScanInput = Type.Object(
  {
    manual_id: nonBlank(),
    path: PathParam,
    start_line: Type.Optional(Line),
    cursor: Type.Optional(
      Type.Union(
        [
          Type.Object({ start_line: Type.Optional(Line), char_offset: Type.Optional(Offset) }),
          Offset,
          Type.String({ pattern: '^[0-9]+$' }),
        ],
        { description: 'next_cursor of the last answer, or a char_offset' },
      ),
    ),
  },
  { additionalProperties: false },
)
export const ManualScanOutput = Type.Object({
  manual_id: Type.String(),
  path: Type.String(),
  text: Type.String(),
  applied_range: LineRange,
  next_cursor: Type.Object({ char_offset: nullable(Offset) }),
  eof: Type.Boolean(),
  truncated: Type.Boolean(),
  truncated_reason: oneOf(['none', 'max_chars']),
  applied: Type.Object({ max_chars: Type.Integer() }),
})

export type ManualScanInput = Static<typeof ManualScanInput>
export type ManualScanOutput = Static<typeof ManualScanOutput>

export const SCAN_MAX_CHARS = 12_000

/** A file in exact slices: joined, they give the file. Offsets are code points from its start, BOM and CR included. */
export async function scanFile(ctx: ManualContext, input: ManualScanInput): Promise<ManualScanOutput> {
  const file = await locateFile(ctx.root, input)
  const { text } = await ctx.root.readText(file.rooted)
  const lines = new LineIndex(text)
  const start = startUnit(input, { text, lines })
  const end = unitOffset(text, SCAN_MAX_CHARS, start) ?? text.length
  const eof = end === text.length
  return {
    manual_id: file.manualId,
    path: file.path,
    text: text.slice(start, end),
    applied_range: { start_line: lineAt(lines, start), end_line: lineAt(lines, Math.max(start, end - 1)) },
    next_cursor: { char_offset: eof ? null : codePointsIn(text, end) },
    eof,
    truncated: !eof,
    truncated_reason: eof ? 'none' : 'max_chars',
    applied: { max_chars: SCAN_MAX_CHARS },
  }
}

export const manualScan = defineTool<ManualContext, typeof ManualScanInput, typeof ManualScanOutput, ManualReason>({
  name: 'manual_scan',
  title: 'Read a whole manual file',
  description:
    "Read a whole file of a manual through to its end, 12000 characters a call; pass next_cursor until eof. Example: {manual_id: 'handbook', path: 'a.md'}.",
  effect: 'read',
  input: ManualScanInput,
  output: ManualScanOutput,
  errors: ['invalid_argument', ...PATH_REASONS, 'hidden_path', 'not_text'],
  logFields: (_input, output) => ({
    path: output.path,
    applied_range: output.applied_range,
    eof: output.eof,
    truncated_reason: output.truncated_reason,
  }),
  run: scanFile,
})

interface Scanned {
  readonly text: string
  readonly lines: LineIndex
}

function startUnit({ start_line, cursor }: ManualScanInput, { text, lines }: Scanned): number {
  if (start_line !== undefined) return lineStart(start_line, lines)
  if (cursor === undefined) return 0
  if (typeof cursor !== 'object') return offsetStart(Number(cursor), text)
  if (cursor.char_offset !== undefined) return offsetStart(cursor.char_offset, text)
  return cursor.start_line === undefined ? 0 : lineStart(cursor.start_line, lines)
}

function lineStart(line: number, lines: LineIndex): number {
  const total = Math.max(1, lines.total)
  if (line > total) throw refusal('invalid_argument', `start_line: must be at most ${total}, the number of lines (got ${line})`)
  return line === 1 ? 0 : lines.startOf(line)
}

function offsetStart(offset: number, text: string): number {
  const unit = unitOffset(text, offset, 0)
  if (unit === undefined) {
    throw refusal('invalid_argument', `cursor: char_offset must be at most ${codePointsIn(text, text.length)} (got ${offset})`)
  }
  return unit
}

/** An empty file and the place behind a final newline count to the last line. */
function lineAt(lines: LineIndex, offset: number): number {
  return lines.total === 0 ? 1 : Math.min(lines.lineAt(offset), lines.total)
}
