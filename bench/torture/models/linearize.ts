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

/** Where a family's calls are played: who answers them, and where the files are that must agree. */
export interface Stage {
  readonly servers: readonly Caller[]
  readonly folder: string
  /** Whether a shorter failing sequence is looked for; it takes as long as many sequences. */
  readonly shortens: boolean
  prepare(place: string): void | Promise<void>
  /** The files are what was acknowledged. */
  settle(): Promise<void>
  /** What went wrong beside the answers. */
  close(): Promise<readonly Failure[]>
}

export type Caller = Pick<Server, 'call'>

const SERVERS = 3
const LONGEST = 30

/**
 * Rounds of up to three calls at once, each to another process. After every round there must be an order of its calls in
 * which the model gives the same answers and ends where the files are: then nothing was lost and nobody was lied to.
 */
export async function linearize<Model>(
  family: Family<Model>,
  order: RunOrder,
  open: (family: Family<Model>, order: RunOrder) => Promise<Stage> = openProcesses,
): Promise<RunOutcome> {
  const stage = await open(family, order)
  const tally = { sequences: 0, calls: 0, together: 0 }
  const rounds = fc.array(fc.array(family.operations, { minLength: 1, maxLength: SERVERS }), { maxLength: LONGEST, size: 'max' })
  const property = fc.asyncProperty(rounds, async (sequence) => {
    const place = `p${tally.sequences++}`
    await stage.prepare(place)
    let model = family.empty
    for (const [at, operations] of sequence.entries()) {
      order.signal.throwIfAborted()
      const turned = operations.map((operation, index) => ({ operation, server: stage.servers[(at + index) % SERVERS]! }))
      model = await playRound(family, { stage, place, model, turned })
      tally.calls += operations.length
      if (operations.length > 1) tally.together += operations.length
    }
    if (tally.sequences % 50 === 0) order.report(`${tally.sequences} sequences, ${tally.calls} calls`)
  })
  const found = await fc.check(property, { numRuns: order.counts.sequences!, seed: order.seed, endOnFailure: !stage.shortens })
  const failures: Failure[] = [...(await stage.close())]
  if (found.failed) failures.push({ what: `${toolsOf(found.counterexample?.[0])}: ${String(found.errorInstance)}` })
  return { figures: { sequences: tally.sequences, calls: tally.calls, 'calls at the same time': tally.together }, failures }
}

/** Three processes on one folder. */
async function openProcesses<Model>(family: Family<Model>, { folder, signal }: RunOrder): Promise<Stage> {
  const env = family.env(folder)
  const servers = await Promise.all(Array.from({ length: SERVERS }, () => new Server({ alone: true, env, signal }).open()))
  return {
    servers,
    folder,
    shortens: true,
    prepare: (place) => family.prepare(folder, place),
    settle: async () => {},
    async close() {
      const said = servers.flatMap(({ ended, errors }) => [...(ended === undefined ? [] : [ended]), ...errors.slice(0, 3)])
      await Promise.all(servers.map((server) => server.close()))
      return [...said.map((what) => ({ what })), ...(await damageIn(family.upkeep(folder)))]
    },
  }
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
  readonly stage: Stage
  readonly place: string
  readonly model: Model
  readonly turned: readonly { readonly operation: Operation<Model>; readonly server: Caller }[]
}

async function playRound<Model>(family: Family<Model>, { stage, place, model, turned }: Round<Model>): Promise<Model> {
  const asked = turned.map(({ operation, server }) => ({ operation, server, args: operation.args(model, place) }))
  const played = await Promise.all(
    asked.map(async (call) => ({ ...call, answer: await call.server.call(call.operation.tool, call.args) })),
  )
  const ends = permutations(played).flatMap((ordered) => {
    let end: Model | undefined = model
    for (const { operation, answer, args } of ordered) end = end === undefined ? undefined : operation.step(end, answer, args)
    return end === undefined ? [] : [end]
  })
  await stage.settle()
  const files = family.read(stage.folder, place)
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
