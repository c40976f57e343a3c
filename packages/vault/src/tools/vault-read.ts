import { DomainError, defineTool } from '@shoko/contract'
import { LineRange, nullable, oneOf, PathParam } from '@shoko/contract/schema'
import { parsePath } from '@shoko/core-fs'
import type { Static } from 'typebox'
import * as Type from 'typebox'
import type { VaultContext } from '../context.ts'
import { charLimit, checkStartLine, fileComesFirst, takeExcerpt } from '../excerpt.ts'
import { READ_REASONS, type VaultReason } from '../reasons.ts'
import { orWhatThereIs } from '../what-there-is.ts'

export const Limits = Type.Object({ max_chars: Type.Optional(Type.Integer({ minimum: 1 })) }, { additionalProperties: false })
export const VaultReadInput = Type.Object(
  {
    path: PathParam,
    full: Type.Optional(Type.Boolean({ description: 'Default false: then range is required' })),
    range: Type.Optional(
      Type.Object(
        { start_line: Type.Optional(Type.Integer()), end_line: Type.Optional(Type.Integer()) },
        { description: 'Lines from 1, both ends included; {} is the whole file' },
      ),
    ),
    limits: Type.Optional(Limits),
  },
  { additionalProperties: false },
)
export const VaultReadOutput = Type.Object({
  text: Type.String(),
  truncated: Type.Boolean(),
  returned_chars: Type.Integer({ minimum: 0 }),
  applied_range: LineRange,
  next_offset: Type.Object({ start_line: nullable(Type.Integer()) }),
  truncated_reason: oneOf(['none', 'range_end', 'max_chars', 'hard_limit']),
  hash: Type.String(),
})

export type VaultReadInput = Static<typeof VaultReadInput>
export type VaultReadOutput = Static<typeof VaultReadOutput>

export async function readNote(ctx: VaultContext, input: VaultReadInput): Promise<VaultReadOutput> {
  const reader = await ctx.root.openLines(parsePath(input.path))
  try {
    const limit = charLimit(ctx.settings.hardMaxChars, input.limits?.max_chars)
    const { start, end } = wantedLines(input, reader.totalLines)
    const excerpt = await takeExcerpt(reader, { start, end, maxChars: limit.maxChars })
    const reason = excerpt.cut ? limit.cutReason : excerpt.nextLine !== null ? 'range_end' : 'none'
    return {
      text: excerpt.text,
      truncated: reason !== 'none',
      returned_chars: excerpt.chars,
      applied_range: { start_line: excerpt.startLine, end_line: excerpt.endLine },
      next_offset: { start_line: excerpt.nextLine },
      truncated_reason: reason,
      hash: reader.hash,
    }
  } finally {
    reader.close()
  }
}

/** The lines asked for, cut to the file. Without `full` the caller must say which. */
function wantedLines({ full = false, range }: VaultReadInput, totalLines: number): { start: number; end: number } {
  const last = Math.max(1, totalLines)
  if (full) return { start: 1, end: last }
  if (range === undefined) throw refusal('range: is needed unless full is true; {} means the whole file')
  const { start_line: start = 1, end_line: end = Math.max(start, last) } = range
  checkStartLine('range.start_line', start, totalLines)
  if (start > end) throw refusal(`range: start_line ${start} lies after end_line ${end}`)
  return { start, end: Math.min(end, last) }
}

function refusal(message: string): DomainError<VaultReason> {
  return new DomainError('invalid_argument', message, { details: { key: 'range' } })
}

export const vaultRead = defineTool<VaultContext, typeof VaultReadInput, typeof VaultReadOutput, VaultReason>({
  name: 'vault_read',
  title: 'Read a note',
  description:
    "Open a note whose path you know: some lines, or all with full; when cut, go on at next_offset. Give its hash to a later write as expected_hash. Example: {path: 'README.md', range: {start_line: 10, end_line: 30}}.",
  effect: 'read',
  input: VaultReadInput,
  output: VaultReadOutput,
  errors: [...READ_REASONS, 'not_text'],
  ...fileComesFirst(['limits', 'full', 'range']),
  logFields: (input, output) => ({ path: input.path, truncated: output.truncated }),
  run: (ctx, input, call) => orWhatThereIs(ctx, { path: input.path, call }, () => readNote(ctx, input)),
})
