import { type Call, type Clock, collectReservations, DomainError, type Logger } from '@shoko/contract'
import type { WireFailure } from './dialects/dialect.ts'
import type { BoundFamily, BoundTool } from './families/bind.ts'
import type { Spelling } from './names.ts'
import { type Principal, scopeOf } from './principal.ts'
import type { Turns } from './turns.ts'

export type Outcome =
  | { readonly ok: true; readonly output: Record<string, unknown> }
  | { readonly ok: false; readonly code: string; readonly failure: WireFailure }

export interface InvokePorts {
  readonly clock: Clock
  readonly logger: Logger
  readonly readOnly: boolean
  /** So that no principal's calls crowd out another's; absent where there is only one. */
  readonly turns?: Turns
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
  const endTurn = await ports.turns?.take(request.principal.id)
  const started = performance.now()
  try {
    const input = await checkedInput(ports, request)
    const { value, reservations } = await collectReservations(() => tool.run(input, call))
    const output = withReservations(value, reservations)
    if (reservations.length > 0) ports.logger.log('warn', { tool: tool.name, event: 'reservation', warnings: reservations })
    finish(ports, { tool, started, fields: tool.logFields?.(input as never, output as never) ?? {} }) // the descriptor's own types
    return { ok: true, output }
  } catch (error) {
    const spelling = name === tool.name ? 'seed' : 'flat'
    const { code, failure, cause } = describeError(tool.family, call.signal.aborted ? cancelled(error) : error, spelling)
    finish(ports, { tool, started, code, cause, fields: {} })
    return { ok: false, code, failure }
  } finally {
    endTurn?.()
  }
}

function withReservations(output: Record<string, unknown>, reservations: readonly string[]): Record<string, unknown> {
  if (reservations.length === 0) return output
  const { warnings } = output
  return { ...output, warnings: [...(Array.isArray(warnings) ? warnings : []), ...reservations] }
}

/** A thrown value as the family's dialect shows it. A bug goes out without its text; the log has its stack. */
export function describeError(
  family: BoundFamily,
  error: unknown,
  spelling: Spelling = 'seed',
): { readonly code: string; readonly failure: WireFailure; readonly cause: unknown } {
  const code = error instanceof DomainError ? family.codeOf(error.reason) : undefined
  if (code === undefined || !(error instanceof DomainError)) {
    const { internal } = family.dialect
    const failure = { code: internal, message: 'internal error; the server log has the details' }
    return { code: internal, cause: error, failure: family.render({ ...failure, details: undefined, hint: undefined }, spelling) }
  }
  const { message, details, hint, cause } = error
  return { code, cause, failure: family.render({ code, message, details, hint }, spelling) }
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
  if (checked.atOnce !== true) await tool.before(checked.value, checked.key)
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
