import { type Call, DomainError, defineTool, plainCall } from '@shoko/contract'
import { oneOf, PathParam } from '@shoko/contract/schema'
import { isDeniedName, nameOf, parsePath, type RelativePath, requireChangeable, type Written } from '@shoko/core-fs'
import type { Static } from 'typebox'
import * as Type from 'typebox'
import type { VaultContext } from '../context.ts'
import { pathComesFirst } from '../excerpt.ts'
import { checkExpected, ExpectedHash } from '../expected-hash.ts'
import { checkChange } from '../policy.ts'
import { CHANGE_REASONS, type VaultReason } from '../reasons.ts'
import { WrittenNote } from '../written-note.ts'

export const VaultWriteInput = Type.Object(
  {
    path: PathParam,
    content: Type.String(),
    mode: oneOf(['overwrite', 'append']),
    expected_hash: Type.Optional(ExpectedHash),
  },
  { additionalProperties: false },
)

export type VaultWriteInput = Static<typeof VaultWriteInput>

export async function writeNote(ctx: VaultContext, input: VaultWriteInput, call: Call = plainCall): Promise<WrittenNote> {
  const path = parsePath(input.path)
  checkChange(path, input.mode, ctx.settings.daily)
  await requireNote(ctx, path)
  const written = await ctx.root.exclusive(
    async () => {
      await requireNote(ctx, path)
      if (input.mode === 'append') return appendTo(ctx, path, input)
      return ctx.root.replace(path, input.content, expectation(input))
    },
    { signal: call.signal },
  )
  return { written_path: path, written_bytes: Buffer.byteLength(input.content), hash: written.hash }
}

async function requireNote({ root }: VaultContext, path: RelativePath): Promise<void> {
  const info = await root.find(path)
  if (info?.kind === 'file') return
  if (info !== undefined || isDeniedName(nameOf(path))) throw new DomainError<VaultReason>('not_found', `${path}: is not a note`)
  throw new DomainError<VaultReason>('missing_note', `${path}: does not exist; use vault_create`)
}

/** One atomic replacement, not a bare append: a reader or a crash sees the whole of it or nothing. */
async function appendTo({ root }: VaultContext, path: RelativePath, input: VaultWriteInput): Promise<Written> {
  const note = await root.readToChange(path)
  checkExpected(path, { hash: note.hash, expected: input.expected_hash })
  const bytes = Buffer.concat([note.bytes, Buffer.from(input.content)])
  requireChangeable(path, bytes.length)
  return root.replace(path, bytes, { hash: note.hash })
}

function expectation({ expected_hash: expected }: VaultWriteInput): { hash?: string } {
  return expected === undefined ? {} : { hash: expected.toLowerCase() }
}

export const vaultWrite = defineTool<VaultContext, typeof VaultWriteInput, typeof WrittenNote, VaultReason>({
  name: 'vault_write',
  title: 'Append to or overwrite a note',
  description:
    "Add text to the end of an existing note (append), or overwrite all of it. To change a word: vault_replace. Begin content with a newline to start a line. Daily notes: append only. Example: {path: 'daily/2026-11-13.md', content: '…', mode: 'append'}.",
  effect: 'overwrite',
  input: VaultWriteInput,
  output: WrittenNote,
  errors: [...CHANGE_REASONS, 'missing_note', 'changed', 'not_text'],
  argumentOrder: ['mode', 'path', 'content', 'expected_hash'],
  precheck: pathComesFirst(['content', 'expected_hash']),
  logFields: (input, output) => ({ path: output.written_path, mode: input.mode, written_bytes: output.written_bytes }),
  run: writeNote,
})
