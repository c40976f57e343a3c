import { type Call, DomainError, defineTool, plainCall } from '@shoko/contract'
import { nonBlank, oneOf } from '@shoko/contract/schema'
import { requireChangeable, type TextFile } from '@shoko/core-fs'
import { slugify } from '@shoko/search'
import type { Static } from 'typebox'
import * as Type from 'typebox'
import type { VibeContext } from '../context.ts'
import type { VibeReason } from '../reasons.ts'
import { localDate } from '../workspace/dates.ts'
import { editProject, fileExists, findDocument, writtenFields } from '../workspace/edit.ts'
import { addressOf, type DocumentAddress } from '../workspace/layout.ts'
import { appendSession, renderSession } from '../workspace/session-file.ts'
import { ProjectParam, WRITE_REASONS, WrittenOutput } from './parameters.ts'

export const LogSessionInput = Type.Object(
  {
    project: ProjectParam,
    content: Type.String(),
    suffix: Type.Optional(nonBlank('Topic, for a file of its own')),
    append: Type.Optional(Type.Boolean({ description: "false refuses when today's file exists; default: append then" })),
  },
  { additionalProperties: false },
)
export const LogSessionOutput = Type.Object({
  success: Type.Literal(true),
  session: Type.Object({ filename: Type.String(), path: Type.String(), action: oneOf(['created', 'appended']) }),
  ...WrittenOutput,
})

export type LogSessionInput = Static<typeof LogSessionInput>
export type LogSessionOutput = Static<typeof LogSessionOutput>

/** A note in today's session file. No earlier note is ever lost to a later one. */
export async function logSession(ctx: VibeContext, input: LogSessionInput, call: Call = plainCall): Promise<LogSessionOutput> {
  const date = localDate(ctx.clock.now())
  const filename = `${date}${suffixOf(input.suffix)}.md`
  const address = addressOf({ project: input.project, folder: 'sessions', filename })
  const edit = await editProject(ctx, { project: input.project, call }, async () => {
    const old = await findDocument(ctx, address, 'change')
    if (old !== undefined && input.append === false)
      throw fileExists(address, 'leave append out to add to it, or give a suffix for a file of its own')
    const written =
      old === undefined
        ? await ctx.root.create(address.path, renderSession(date, input.content))
        : await ctx.root.replace(address.path, longer(address, old, { date, content: input.content }), { hash: old.hash })
    return { address, written, changed: true, result: old === undefined ? ('created' as const) : ('appended' as const) }
  })
  return { success: true, session: { filename, path: address.path, action: edit.result }, ...writtenFields(edit) }
}

export const logSessionTool = defineTool<VibeContext, typeof LogSessionInput, typeof LogSessionOutput, VibeReason>({
  name: 'log_session',
  title: 'Log a work session',
  description:
    "Log what we did today and what comes next in the session file. Use when a piece of work ends. Example: {project: 'kura-app', content: '…'}.",
  effect: 'append',
  input: LogSessionInput,
  output: LogSessionOutput,
  errors: [...WRITE_REASONS, 'file_exists'],
  run: logSession,
})

function longer({ path }: DocumentAddress, { bytes }: TextFile, entry: { date: string; content: string }): Buffer {
  const file = appendSession(bytes, entry)
  requireChangeable(path, file.length)
  return file
}

function suffixOf(suffix: string | undefined): string {
  if (suffix === undefined) return ''
  const slug = slugify(suffix, { maxChars: 80, maxBytes: 200 })
  if (slug === '')
    throw new DomainError<VibeReason>('invalid_argument', 'suffix: needs a letter or a digit', { details: { key: 'suffix' } })
  return `-${slug}`
}
