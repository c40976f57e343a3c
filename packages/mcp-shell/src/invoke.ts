import {
  type Call,
  type CallGate,
  type CallReason,
  type Clock,
  collectReservations,
  DomainError,
  type Logger,
} from '@shoko/contract'
import type { Failure, WireFailure } from './dialects/dialect.ts'
import type { BoundFamily, BoundTool } from './families/bind.ts'
import { type Principal, scopeOf, turnOf } from './principal.ts'
import type { Turns } from './turns.ts'

export type Outcome =
  | { readonly ok: true; readonly output: Record<string, unknown> }
  /** What went wrong, and how the family's dialect puts it on the wire. */
  | { readonly ok: false; readonly failure: Failure; readonly wire: WireFailure }

export interface InvokePorts {
  readonly clock: Clock
  readonly logger: Logger
  readonly readOnly: boolean
  /** So that no principal's calls crowd out another's; absent where there is only one. */
  readonly turns?: Turns
  /** What becomes of a reason that a tool gives and does not declare; `bug` for tests. */
  readonly undeclared?: 'told' | 'bug'
  /** Told when a call begins; what it gives is called at its end. */
  readonly begin?: () => () => void
  /** What every call passes where files belong to more than this machine. */
  readonly gate?: CallGate
  /** Told of every finished call, for metrics. */
  readonly observe?: (call: { readonly tool: string; readonly code: string; readonly elapsedMs: number }) => void
}

/** The one place where a tool is validated, run, logged, and where its errors are caught. */
export async function invoke(
  ports: InvokePorts,
  request: {
    readonly tool: BoundTool
    /** The name that it was called by, when it may be another spelling than the tool's own. */
    readonly name?: string
    readonly args: unknown
    readonly principal: Principal
    readonly call: Call
  },
): Promise<Outcome> {
  const { tool, name = tool.name, call } = request
  const leave = ports.begin?.()
  const endTurn = await ports.turns?.take(turnOf(request.principal))
  const started = performance.now()
  try {
    const { input, value, reservations, stale } = await passing(ports, request)
    const output = { ...withReservations(value, reservations), ...(stale ? { stale } : {}) }
    if (reservations.length > 0) ports.logger.log('warn', { tool: tool.name, event: 'reservation', warnings: reservations })
    finish(ports, { tool, started, fields: tool.logFields?.(input as never, output as never) ?? {} }) // the descriptor's own types
    return { ok: true, output }
  } catch (error) {
    const spelling = name === tool.name ? 'seed' : 'flat'
    const thrown = declared(ports, tool, call.signal.aborted ? cancelled(error) : error)
    const { failure, cause } = describeError(tool.family, thrown)
    finish(ports, { tool, started, code: failure.code, cause, fields: {} })
    return { ok: false, failure, wire: tool.family.render(failure, spelling) }
  } finally {
    leave?.()
    endTurn?.()
  }
}

/** Checks and runs the tool, behind the gate where there is one. */
async function passing(ports: InvokePorts, request: Parameters<typeof invoke>[1]) {
  const { tool, call, principal } = request
  const work = async () => {
    const input = await checkedInput(ports, request)
    return { input, ...(await collectReservations(() => tool.run(input, withWay(ports, call, principal)))) }
  }
  if (ports.gate === undefined) return { ...(await work()), stale: false }
  const effect = tool.effect === 'read' ? 'read' : 'write'
  const { name, seesInSection = false } = tool
  const { value, stale } = await ports.gate.run({ effect, name, principal: principal.id, seesInSection }, work)
  return { ...value, stale }
}

/** After so much work at a time a call lets others go first. */
const STEP_MS = 1

function withWay({ turns }: InvokePorts, call: Call, principal: Principal): Call {
  if (turns === undefined) return call
  let began = performance.now()
  const giveWay = async () => {
    if (performance.now() - began < STEP_MS) return
    await turns.pause(turnOf(principal))
    began = performance.now()
  }
  return { ...call, giveWay }
}

function withReservations(output: Record<string, unknown>, reservations: readonly string[]): Record<string, unknown> {
  if (reservations.length === 0) return output
  const { warnings } = output
  return { ...output, warnings: [...(Array.isArray(warnings) ? warnings : []), ...reservations] }
}

/** A thrown value in the family's codes. A bug goes out without its text; the log has its stack. */
export function describeError(family: BoundFamily, error: unknown): { readonly failure: Failure; readonly cause: unknown } {
  const code = error instanceof DomainError ? family.codeOf(error.reason) : undefined
  if (code === undefined || !(error instanceof DomainError)) {
    const message = 'internal error; the server log has the details'
    return { cause: error, failure: { code: family.dialect.internal, message, details: undefined, hint: undefined } }
  }
  const { message, details, hint, cause } = error
  return { cause, failure: { code, message, details, hint } }
}

/** Any tool may be refused or stopped, or be sent nonsense. */
const OF_EVERY_CALL: ReadonlySet<string> = new Set<CallReason>(['invalid_argument', 'read_only', 'cancelled'])

/** A reason that the tool does not declare is a bug, of the tool or of its declaration. Callers still get its code; tests fail. */
function declared({ logger, undeclared }: InvokePorts, tool: BoundTool, error: unknown): unknown {
  if (!(error instanceof DomainError) || tool.family.codeOf(error.reason) === undefined) return error
  if (OF_EVERY_CALL.has(error.reason) || tool.errors.includes(error.reason)) return error
  logger.log('error', { tool: tool.name, event: 'undeclared_reason', reason: error.reason })
  if (undeclared !== 'bug') return error
  return new Error(`${tool.name} does not declare the reason ${error.reason}`, { cause: error })
}

/** Work that was stopped throws whatever the platform throws; the caller is told that it was stopped. */
function cancelled(error: unknown): unknown {
  return error instanceof DomainError ? error : new DomainError('cancelled', 'the call was cancelled')
}

async function checkedInput(
  ports: InvokePorts,
  { tool, args, principal }: { readonly tool: BoundTool; readonly args: unknown; readonly principal: Principal },
): Promise<Record<string, unknown>> {
  // Here, where the tool runs, and not only where the message came in: no way around the door leads past this one.
  const needed = scopeOf(tool.effect)
  if (!principal.scopes.has(needed))
    throw new DomainError('read_only', `${tool.name} is refused: the token lacks the scope ${needed}`)
  if (ports.readOnly && tool.effect !== 'read')
    throw new DomainError('read_only', `${tool.name} is refused: the server is in read-only mode`)
  const checked = tool.check(args ?? {})
  if (checked.ok) return checked.value
  if (checked.atOnce !== true) await tool.precheck(checked.value, checked.key)
  throw checked.error
}

function finish(
  ports: InvokePorts,
  end: {
    readonly tool: BoundTool
    readonly started: number
    readonly code?: string
    readonly cause?: unknown
    readonly fields: Readonly<Record<string, unknown>>
  },
): void {
  const elapsedMs = Math.round((performance.now() - end.started) * 1000) / 1000
  const ok = end.code === undefined
  const bug = end.code === end.tool.family.dialect.internal && end.cause !== undefined
  ports.logger.log(bug ? 'error' : ok ? 'info' : 'warn', {
    tool: end.tool.name,
    ok,
    elapsed_ms: elapsedMs,
    ...end.fields,
    ...(ok ? {} : { code: end.code }),
    ...(bug ? { stack: end.cause instanceof Error ? end.cause.stack : String(end.cause) } : {}),
  })
  ports.observe?.({ tool: end.tool.name, code: end.code ?? 'ok', elapsedMs })
}
