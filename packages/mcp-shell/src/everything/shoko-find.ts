import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  type Call,
  type CallReason,
  type Clock,
  DomainError,
  defineTool,
  type Logger,
  plainCall,
  READY_FROM,
} from '@shoko/contract'
import { nextActions, nonBlank, oneOf } from '@shoko/contract/schema'
import type { Static } from 'typebox'
import * as Type from 'typebox'
import { ASKABLE, type AskableName } from './askable.ts'
import type { FamilyFindings, FindLimits, FindRequest } from './family-find.ts'
import { type FamilyPassage, mergePassages } from './merge-passages.ts'

export interface EverythingContext {
  readonly clock: Clock
  readonly logger: Logger
  /** Those that are served. */
  readonly families: readonly AskableFamily[]
  /** A tool's name as the client's list has it. */
  readonly listedName: (name: string) => string
}

export interface AskableFamily {
  readonly name: AskableName
  find(request: FindRequest, call: Call): Promise<FamilyFindings>
}

const readers = ['vault_read', 'manual_read', 'kanban_card', 'kanban/card', 'read_doc'] as const
const Count = Type.Integer({ minimum: 0 })

export const ShokoFindInput = Type.Object(
  {
    query: nonBlank('A question or words, in any language'),
    in: Type.Optional(Type.Array(oneOf(ASKABLE), { minItems: 1, description: 'Default: all' })),
    limits: Type.Optional(
      Type.Object(
        {
          max_passages: Type.Optional(Type.Integer({ minimum: 0, maximum: 10, description: 'Default 3' })),
          max_chars: Type.Optional(Type.Integer({ minimum: 1, description: 'Default 1500, over all passages' })),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
)
export const ShokoFindOutput = Type.Object({
  passages: Type.Array(
    Type.Object({
      family: oneOf(ASKABLE),
      ref: Type.Record(Type.String(), Type.Unknown()),
      heading: Type.String(),
      text: Type.String(),
      confidence: Type.Number({ minimum: 0, maximum: 1 }),
    }),
  ),
  summary: Type.Object({
    integration_status: oneOf(['ready', 'needs_followup', 'blocked']),
    families: Type.Record(
      Type.String(),
      Type.Object({ candidates: Type.Optional(Count), ms: Type.Optional(Count), error: Type.Optional(Type.String()) }),
    ),
  }),
  next_actions: nextActions(readers),
})

export type ShokoFindInput = Static<typeof ShokoFindInput>
export type ShokoFindOutput = Static<typeof ShokoFindOutput>

export type ShokoFindReason = CallReason | 'not_served'

const DEFAULTS: FindLimits = { maxPassages: 3, maxChars: 1500 }

/** Asks every family at once. What the caller's limits cut, they cut at the end: the status is the same whatever is shown. */
export async function findEverywhere(
  ctx: EverythingContext,
  input: ShokoFindInput,
  call: Call = plainCall,
): Promise<ShokoFindOutput> {
  const { max_passages: maxPassages = DEFAULTS.maxPassages, max_chars: maxChars = DEFAULTS.maxChars } = input.limits ?? {}
  const limits = { maxPassages, maxChars }
  const asked = maxPassages === 0 ? DEFAULTS : limits
  // Each begins in a round of the event loop of its own: what they take together, somebody else would have to wait.
  let turn = Promise.resolve()
  const reports = await Promise.all(
    wanted(ctx, input.in).map((family) => {
      turn = turn.then(() => nextTurn())
      return turn.then(() => ask(ctx, family, { query: input.query, limits: asked }, call))
    }),
  )
  call.signal.throwIfAborted()
  const passages = reports.flatMap((report) => report.passages)
  const best = mergePassages(passages, { ...asked, maxPassages: 1 })[0]
  return {
    passages: mergePassages(passages, limits).map(({ family, ref, heading, text, confidence }) => ({
      family: family as AskableName, // the families asked are askable ones
      ref,
      heading,
      text,
      confidence,
    })),
    summary: {
      integration_status: best === undefined ? 'blocked' : best.confidence >= READY_FROM ? 'ready' : 'needs_followup',
      families: Object.fromEntries(reports.map(({ family, told }) => [family, told])),
    },
    next_actions: propose(ctx, best),
  }
}

export const shokoFind = defineTool<EverythingContext, typeof ShokoFindInput, typeof ShokoFindOutput, ShokoFindReason>({
  name: 'shoko_find',
  title: 'Find an answer anywhere',
  description:
    "Start here for any question: asks everything that is kept, all families at once, and answers with the passages themselves, best first, each with its place. Example: {query: 'who repairs the grinder'}.",
  effect: 'read',
  input: ShokoFindInput,
  output: ShokoFindOutput,
  errors: ['invalid_argument', 'not_served', 'cancelled'],
  logFields: (_input, { passages, summary, next_actions }) => ({
    candidates: Object.values(summary.families).reduce((sum, { candidates = 0 }) => sum + candidates, 0),
    passages: passages.length,
    integration_status: summary.integration_status,
    next_actions: next_actions.map(({ type }) => type),
  }),
  run: findEverywhere,
})

interface Report {
  readonly family: AskableName
  readonly passages: readonly FamilyPassage[]
  readonly told: ShokoFindOutput['summary']['families'][string]
}

async function ask(ctx: EverythingContext, family: AskableFamily, request: FindRequest, call: Call): Promise<Report> {
  const { name } = family
  const began = ctx.clock.now()
  try {
    const { candidates, passages } = await family.find(request, call)
    const ms = Math.max(0, Math.round(ctx.clock.now() - began))
    return { family: name, passages: passages.map((passage) => ({ ...passage, family: name })), told: { candidates, ms } }
  } catch (error) {
    // One family's trouble is told beside the others' answers.
    return { family: name, passages: [], told: { error: explain(ctx, error) } }
  }
}

function explain({ logger }: EverythingContext, error: unknown): string {
  if (error instanceof DomainError) return error.message
  logger.log('error', { tool: 'shoko_find', stack: error instanceof Error ? error.stack : String(error) })
  return 'internal error; the server log has the details'
}

function wanted({ families }: EverythingContext, names: ShokoFindInput['in']): readonly AskableFamily[] {
  const missing = names?.find((name) => !families.some((family) => family.name === name))
  if (missing !== undefined)
    throw new DomainError(
      'not_served',
      `in: ${missing} is not served here; served: ${families.map(({ name }) => name).join(', ')}`,
    )
  return names === undefined ? families : families.filter(({ name }) => names.includes(name))
}

function propose({ listedName }: EverythingContext, best: FamilyPassage | undefined): ShokoFindOutput['next_actions'] {
  if (best === undefined) return []
  const { read, confidence } = best
  const type = listedName(read.type) as (typeof readers)[number] // every binding names a reader of this list
  return [{ type, confidence: confidence >= READY_FROM ? 0.9 : 0.6, params: { ...read.params } }]
}
