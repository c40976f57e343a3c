import { type Call, plainCall } from '@shoko/contract'
import type { VibeContext } from './context.ts'

export interface FindDocumentsRequest {
  readonly query: string
  readonly limits: { readonly maxPassages: number; readonly maxChars: number }
}

export interface DocumentPassage {
  /** What read_doc takes. */
  readonly ref: { readonly path: string }
  readonly heading: string
  /** Verbatim. */
  readonly text: string
  readonly start_line: number
  readonly confidence: number
}

export interface FoundDocuments {
  /** Chunks that hold words of the query. */
  readonly candidates: number
  /** Best first. */
  readonly passages: readonly DocumentPassage[]
}

/** The passages of all projects that answer a question. */
export async function findDocuments(
  ctx: VibeContext,
  { query, limits }: FindDocumentsRequest,
  call: Call = plainCall,
): Promise<FoundDocuments> {
  const request = { query: ctx.index.parse(query), ...limits }
  const { chunks, passages } = await ctx.index.passages(request, call)
  return {
    candidates: chunks,
    passages: passages.map(({ project, inProject, heading, text, startLine, confidence }) => ({
      ref: { path: `${project}/${inProject}` },
      heading: heading.replace(/^#+ /, ''),
      text,
      start_line: startLine,
      confidence,
    })),
  }
}
