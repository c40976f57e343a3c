import { isDeepStrictEqual } from 'node:util'
import type { Upkeep } from '@shoko/contract'
import fc from 'fast-check'
import type { Failure, RunOrder, RunOutcome } from '../run.ts'
import { Server, type ToolAnswer } from '../server.ts'

/** One call, and what it does to the model; undefined when the model could not have given this answer. */
export interface Operation<Model> {
  readonly tool: string
  args(model: Model, place: string): Record<string, unknown>
  step(model: Model, answer: ToolAnswer, args: Record<string, unknown>): Model | undefined
}

/** A family as the simplest thing that could be right. */
export interface Family<Model> {
  readonly name: string
  readonly operations: fc.Arbitrary<Operation<Model>>
  readonly empty: Model
  env(folder: string): Record<string, string>
  /** Makes the part of the workspace that one sequence of calls has for itself. */
  prepare(folder: string, place: string): void
  /** What the files say. */
  read(folder: string, place: string): Model
  upkeep(folder: string): Upkeep
}

const SERVERS = 3
const LONGEST = 30

/**
 * Rounds of up to three calls at once, each to another process. After every round there must be an order of its calls in
 * which the model gives the same answers and ends where the files are: then nothing was lost and nobody was lied to.
 */
export async function linearise<Model>(family: Family<Model>, order: RunOrder): Promise<RunOutcome> {
  const env = family.env(order.folder)
  const servers = await Promise.all(Array.from({ length: SERVERS }, () => new Server({ env, signal: order.signal }).open()))
  const tally = { sequences: 0, calls: 0, together: 0 }
  const rounds = fc.array(fc.array(family.operations, { minLength: 1, maxLength: SERVERS }), { maxLength: LONGEST, size: 'max' })
  const property = fc.asyncProperty(rounds, async (sequence) => {
    order.signal.throwIfAborted()
    const place = `p${tally.sequences++}`
    family.prepare(order.folder, place)
    let model = family.empty
    for (const [at, operations] of sequence.entries()) {
      const turned = operations.map((operation, index) => ({ operation, server: servers[(at + index) % SERVERS]! }))
      model = await playRound(family, { order, place, model, turned })
      tally.calls += operations.length
      if (operations.length > 1) tally.together += operations.length
    }
    if (tally.sequences % 50 === 0) order.report(`${tally.sequences} sequences, ${tally.calls} calls`)
  })
  const found = await fc.check(property, { numRuns: order.counts.sequences!, seed: order.seed, endOnFailure: false })
  const failures: Failure[] = servers
    .flatMap(({ ended, errors }) => [...(ended === undefined ? [] : [ended]), ...errors.slice(0, 3)])
    .map((what) => ({ what }))
  if (found.failed) failures.push({ what: `${toolsOf(found.counterexample?.[0])}: ${String(found.errorInstance)}` })
  await Promise.all(servers.map((server) => server.close()))
  failures.push(...(await damageIn(family.upkeep(order.folder))))
  return { figures: { sequences: tally.sequences, calls: tally.calls, 'calls at the same time': tally.together }, failures }
}

/** What `shoko check` finds once everybody has gone. Twins are there on purpose. */
async function damageIn(upkeep: Upkeep): Promise<Failure[]> {
  try {
    const findings = (await upkeep.check()).filter(({ code }) => code !== 'twin-names')
    return findings.slice(0, 5).map(({ path, code, message }) => ({ what: `shoko check: ${path}: ${code}: ${message}` }))
  } finally {
    await upkeep.close()
  }
}

interface Round<Model> {
  readonly order: RunOrder
  readonly place: string
  readonly model: Model
  readonly turned: readonly { readonly operation: Operation<Model>; readonly server: Server }[]
}

async function playRound<Model>(family: Family<Model>, { order, place, model, turned }: Round<Model>): Promise<Model> {
  const asked = turned.map(({ operation, server }) => ({ operation, server, args: operation.args(model, place) }))
  const played = await Promise.all(
    asked.map(async (call) => ({ ...call, answer: await call.server.call(call.operation.tool, call.args) })),
  )
  const ends = permutations(played).flatMap((ordered) => {
    let end: Model | undefined = model
    for (const { operation, answer, args } of ordered) end = end === undefined ? undefined : operation.step(end, answer, args)
    return end === undefined ? [] : [end]
  })
  const files = family.read(order.folder, place)
  const end = ends.find((candidate) => isDeepStrictEqual(candidate, files))
  if (end !== undefined) return end
  const calls = played.map(
    ({ operation, args, answer }) =>
      `${operation.tool} ${JSON.stringify(args)} -> ${JSON.stringify(answer.ok ? answer.output : [answer.code, answer.message])}`,
  )
  throw new Error(
    `${ends.length === 0 ? 'no order explains the answers' : 'the files are not where any order ends'}\n${calls.join('\n')}\nbefore: ${shown(model)}\nafter: ${ends.map(shown).join(' or ')}\nfiles: ${shown(files)}`,
  )
}

function toolsOf(rounds: readonly (readonly { readonly tool: string }[])[] = []): string {
  return rounds.map((round) => round.map(({ tool }) => tool).join(' with ')).join(', then ')
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length <= 1) return [[...items]]
  return items.flatMap((item, at) => permutations([...items.slice(0, at), ...items.slice(at + 1)]).map((rest) => [item, ...rest]))
}

function shown(model: unknown): string {
  return JSON.stringify(model, (_, value: unknown) => (value instanceof Map ? Object.fromEntries(value) : value))
}
