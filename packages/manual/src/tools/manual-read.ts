import { type Call, defineTool, proposing } from '@shoko/contract'
import { Line, nonBlank, nullable, oneOf, PathParam } from '@shoko/contract/schema'
import { PATH_REASONS } from '@shoko/core-fs'
import type { Static } from 'typebox'
import * as Type from 'typebox'
import type { ManualContext } from '../context.ts'
import { locateFile, type ManualFile, refusal } from '../corpus/manuals.ts'
import { placesLike } from '../corpus/places-like.ts'
import { readProgress } from '../corpus/read-progress.ts'
import { cutText, fileText, sectionsText, sectionText, snippetText } from '../corpus/read-scopes.ts'
import type { ManualReason } from '../reasons.ts'

const scopes = ['snippet', 'section', 'sections', 'file'] as const

export const ManualReadInput = Type.Object(
  {
    ref: Type.Object({ manual_id: Type.Optional(nonBlank()), path: PathParam, start_line: Type.Optional(Line) }),
    manual_id: Type.Optional(nonBlank('Where ref has none')),
    scope: Type.Optional(oneOf(scopes, 'Default: section (.md), file (.json)')),
    allow_file: Type.Optional(Type.Boolean({ description: 'Needed with scope file on .md' })),
    expand: Type.Optional(
      Type.Object({
        before_chars: Type.Optional(Type.Integer({ minimum: 0 })),
        after_chars: Type.Optional(Type.Integer({ minimum: 0 })),
      }),
    ),
  },
  { additionalProperties: false },
)
export const ManualReadOutput = Type.Object({
  text: Type.String(),
  truncated: Type.Boolean(),
  applied: Type.Object({
    scope: oneOf(scopes),
    max_sections: nullable(Type.Integer()),
    max_chars: Type.Integer(),
    mode: oneOf(['read', 'scan_fallback']),
  }),
})

export type ManualReadInput = Static<typeof ManualReadInput>
export type ManualReadOutput = Static<typeof ManualReadOutput>

const MAX_SECTIONS = 20
const MAX_CHARS = 12_000
const SNIPPET_CHARS = 240

/** The part of a file that a hit or a heading points at. */
export async function readManual(ctx: ManualContext, input: ManualReadInput, call: Call): Promise<ManualReadOutput> {
  const { path } = input.ref
  const file = await locateFile(ctx.root, { manual_id: input.ref.manual_id ?? input.manual_id, path })
  const scope = scopeFor(ctx, file, input)
  const { text, hash } = await ctx.root.readText(file.rooted)
  if (scope === 'section') return readSection({ file, text, hash, line: input.ref.start_line }, call)
  if (scope === 'sections') return readSections({ file, text, hash, line: input.ref.start_line })
  return answer(scope, cutText(textOf(scope, file, { text, input }), MAX_CHARS))
}

export const manualRead = defineTool<ManualContext, typeof ManualReadInput, typeof ManualReadOutput, ManualReason>({
  name: 'manual_read',
  title: 'Read a section of a manual',
  description:
    "Read the section (or snippet, or neighbours) at a ref from manual_find, manual_hits or manual_toc; asking again continues after it. Example: {ref: {manual_id: 'handbook', path: 'a.md', start_line: 12}}.",
  effect: 'read',
  input: ManualReadInput,
  output: ManualReadOutput,
  errors: ['invalid_argument', ...PATH_REASONS, 'invalid_scope', 'hidden_path', 'file_scope_forbidden', 'not_text'],
  logFields: ({ ref }, { truncated, applied }) => ({ path: ref.path, truncated, scope: applied.scope, mode: applied.mode }),
  run: (ctx, input, call) =>
    proposing(
      () => readManual(ctx, input, call),
      () => placesLike(ctx, { manualId: input.ref.manual_id ?? input.manual_id, path: input.ref.path }, call),
    ),
})

type Scope = (typeof scopes)[number]

function scopeFor(ctx: ManualContext, file: ManualFile, input: ManualReadInput): Scope {
  const scope = input.scope ?? (file.type === 'json' ? 'file' : 'section')
  if (file.type === 'json') {
    if (scope === 'file' || scope === 'snippet') return scope
    throw refusal('invalid_scope', `scope: a JSON file has no sections; use "file" (got ${JSON.stringify(scope)})`)
  }
  if (scope === 'file' && !(ctx.settings.allowFileScope && input.allow_file === true)) throw fileForbidden(ctx)
  return scope
}

function fileForbidden(ctx: ManualContext) {
  const missing = ctx.settings.allowFileScope ? 'allow_file: true in the call' : 'the setting ALLOW_FILE_SCOPE'
  return refusal('file_scope_forbidden', `scope: a whole Markdown file needs ${missing}; use manual_scan or scope "sections"`)
}

function textOf(
  scope: Scope,
  file: ManualFile,
  { text, input }: { readonly text: string; readonly input: ManualReadInput },
): string {
  const line = input.ref.start_line
  if (scope === 'file' || file.type === 'json') return fileText(text)
  const { before_chars: before = SNIPPET_CHARS, after_chars: after = SNIPPET_CHARS } = input.expand ?? {}
  return snippetText({ path: file.path, text, line }, { before, after })
}

interface SectionRequest {
  readonly file: ManualFile
  readonly text: string
  readonly hash: string
  readonly line: number | undefined
}

function readSections({ file, text, line }: SectionRequest): ManualReadOutput {
  const { text: all, more } = sectionsText({ path: file.path, text, line }, MAX_SECTIONS)
  const part = cutText(all, MAX_CHARS)
  return answer('sections', { ...part, truncated: part.truncated || more })
}

/** A section asked for again in one connection goes on where the last answer ended; at the end of the file it is read again. */
function readSection({ file, text, hash, line }: SectionRequest, call: Call): ManualReadOutput {
  const section = sectionText({ path: file.path, text, line })
  const progress = call.connection?.get(readProgress)
  const key = `${file.rooted}:${section.start}`
  const from = progress?.continuation(key, hash)
  const part = from === undefined ? cutText(section.text, MAX_CHARS) : cutText(text.slice(from), MAX_CHARS)
  const end = (from ?? section.start) + part.units
  progress?.remember(key, { hash, next: end < text.length ? end : undefined })
  return answer('section', part, from === undefined ? 'read' : 'scan_fallback')
}

function answer(
  scope: Scope,
  { text, truncated }: { readonly text: string; readonly truncated: boolean },
  mode: 'read' | 'scan_fallback' = 'read',
): ManualReadOutput {
  const applied = { scope, max_sections: scope === 'sections' ? MAX_SECTIONS : null, max_chars: MAX_CHARS, mode }
  return { text, truncated, applied }
}
