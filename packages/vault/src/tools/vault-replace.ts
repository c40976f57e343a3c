import { type Call, defineTool, plainCall } from '@shoko/contract'
import { PathParam } from '@shoko/contract/schema'
import { holdsBytes, parsePath, replaceFirst, requireChangeable } from '@shoko/core-fs'
import type { Static } from 'typebox'
import * as Type from 'typebox'
import type { VaultContext } from '../context.ts'
import { pathComesFirst } from '../excerpt.ts'
import { checkExpected, ExpectedHash } from '../expected-hash.ts'
import { checkChange } from '../policy.ts'
import { CHANGE_REASONS, type VaultReason } from '../reasons.ts'
import { orWhatThereIs } from '../what-there-is.ts'
import { writtenNote } from '../written-note.ts'

export const VaultReplaceInput = Type.Object(
  {
    path: PathParam,
    find: Type.String({ minLength: 1 }),
    replace: Type.String(),
    max_replacements: Type.Optional(Type.Integer({ minimum: 0, description: 'Default 1' })),
    expected_hash: Type.Optional(ExpectedHash),
  },
  { additionalProperties: false },
)
export const VaultReplaceOutput = writtenNote('replacements')

export type VaultReplaceInput = Static<typeof VaultReplaceInput>
export type VaultReplaceOutput = Static<typeof VaultReplaceOutput>

export async function replaceInNote(
  ctx: VaultContext,
  input: VaultReplaceInput,
  call: Call = plainCall,
): Promise<VaultReplaceOutput> {
  const path = parsePath(input.path)
  checkChange(path, 'replace', ctx.settings.daily)
  const answer = await ctx.root.exclusive(
    async () => {
      const note = await ctx.root.readToChange(path)
      checkExpected(path, { hash: note.hash, expected: input.expected_hash })
      const changed = await replaceFirst(note.bytes, replacementOf(input), (size) => requireChangeable(path, size))
      if (changed.count === 0) return { replacements: 0, hash: note.hash, ...(await otherLineEnds(note.bytes, input)) }
      const written = await ctx.root.replace(path, changed.bytes, { hash: note.hash })
      return { replacements: changed.count, hash: written.hash }
    },
    { signal: call.signal },
  )
  return { written_path: path, ...answer }
}

/** Nobody copies a longer passage, and rewriting millions of line ends holds everybody up. */
const LONGEST_PASSAGE = 64 * 1024

/** Tools show lines without their ends, so a passage that was copied from an answer may miss only by those. */
async function otherLineEnds(
  bytes: Buffer,
  { find, max_replacements }: VaultReplaceInput,
): Promise<{ readonly warnings?: string[] }> {
  if (max_replacements === 0 || find.length > LONGEST_PASSAGE || !find.includes('\n')) return {}
  const isCrlf = find.includes('\r\n')
  const other = isCrlf ? find.replaceAll('\r\n', '\n') : find.replaceAll('\n', '\r\n')
  if (!(await holdsBytes(bytes, Buffer.from(other)))) return {}
  const [lines, given] = isCrlf ? ['\\n', '\\r\\n'] : ['\\r\\n', '\\n']
  return { warnings: [`nothing replaced: lines of this note end with ${lines}, those of find with ${given}; write both so`] }
}

/** Half a surrogate pair is no character of any note: replacing it would break the pair that it was found in. */
function replacementOf({ find, replace, max_replacements = 1 }: VaultReplaceInput) {
  return { find: Buffer.from(find), put: Buffer.from(replace), max: find.isWellFormed() ? max_replacements : 0 }
}

export const vaultReplace = defineTool<VaultContext, typeof VaultReplaceInput, typeof VaultReplaceOutput, VaultReason>({
  name: 'vault_replace',
  title: 'Replace text in a note',
  description:
    "Change a word or passage inside a note, taken literally; 0 replacements means not found, nothing written. Not in daily/. Example: {path: 'a.md', find: 'grinder', replace: 'mill'}.",
  effect: 'overwrite',
  seesInSection: true,
  input: VaultReplaceInput,
  output: VaultReplaceOutput,
  errors: [...CHANGE_REASONS, 'not_text', 'changed'],
  precheck: pathComesFirst(['find', 'replace', 'max_replacements', 'expected_hash']),
  logFields: (_input, output) => ({ path: output.written_path, replacements: output.replacements }),
  run: (ctx, input, call) => orWhatThereIs(ctx, { path: input.path, call }, () => replaceInNote(ctx, input, call)),
})
