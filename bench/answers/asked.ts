import type { ToolAnswer } from '../torture/server.ts'
import { articleOf } from './question-set.ts'

/** What a caller got for one question, whoever answered. */
export interface Asked {
  /** Everything in which an answer may stand. */
  readonly texts: readonly string[]
  /** The article that came first. */
  readonly article: number
  /** Of all answers that were needed, as the model gets them. */
  readonly characters: number
  readonly calls: number
  readonly confidence: number
  readonly ready: boolean
  readonly conflicts: number
  /** Whether the first proposal leads to the section of the first passage; undefined where the tool proposes nothing. */
  readonly leadsToBest: boolean | undefined
}

export type Ask = (question: string) => Promise<Asked>

interface Passage {
  readonly path?: string
  readonly ref?: { readonly path?: string; readonly start_line?: number; readonly manual_id?: string }
  readonly heading: string | readonly string[]
  readonly text: string
  readonly confidence: number
}

interface FindOutput {
  readonly passages?: readonly Passage[]
  readonly summary: { readonly integration_status: string; readonly conflict_count?: number }
  readonly next_actions: readonly {
    readonly type: string
    readonly params: { readonly ref?: { readonly path?: string } } | null
  }[]
}

/** An answer of manual_find, vault_find or shoko_find. */
export function readFind(answer: ToolAnswer): Asked {
  const output = outputOf(answer) as unknown as FindOutput
  const passages = output.passages ?? []
  const [first] = passages
  const [action] = output.next_actions
  return {
    texts: passages.flatMap(({ heading, text }) => [text, ...(typeof heading === 'string' ? [heading] : heading)]),
    article: first === undefined ? -1 : articleOf(first.ref?.path ?? first.path ?? ''),
    characters: charactersOf(answer),
    calls: 1,
    confidence: first?.confidence ?? 0,
    ready: output.summary.integration_status === 'ready',
    conflicts: output.summary.conflict_count ?? 0,
    leadsToBest: first === undefined ? undefined : action?.type === 'manual_read' && action.params?.ref?.path === first.ref?.path,
  }
}

interface SearchOutput {
  readonly results: readonly {
    readonly path: string
    readonly heading: string
    readonly snippet: string
    readonly confidence?: number
  }[]
}

/** An answer of vibe's search. */
export function readSearch(answer: ToolAnswer): Asked {
  const { results } = outputOf(answer) as unknown as SearchOutput
  const [first] = results
  const confidence = first?.confidence ?? 0
  return {
    texts: results.map(({ snippet }) => snippet.replaceAll('**', '')),
    article: first === undefined ? -1 : articleOf(first.path),
    characters: charactersOf(answer),
    calls: 1,
    confidence,
    ready: confidence >= 0.5,
    conflicts: 0,
    leadsToBest: undefined,
  }
}

function outputOf(answer: ToolAnswer): Readonly<Record<string, unknown>> {
  if (answer.ok) return answer.output
  throw new Error(`${answer.code}: ${answer.message}`)
}

function charactersOf({ reply }: ToolAnswer): number {
  const content = reply.result?.content as readonly { readonly text?: string }[]
  return content.reduce((sum, { text = '' }) => sum + [...text].length, 0)
}
