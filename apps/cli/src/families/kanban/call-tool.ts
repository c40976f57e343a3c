import { type Call, collectReservations, plainCall } from '@shoko/contract'
import { validateArguments } from '@shoko/contract/schema'
import type { KanbanContext } from '@shoko/kanban-bridge'

type Callable<Output> = Parameters<typeof validateArguments>[0] & {
  run(ctx: KanbanContext, input: never, call: Call): Promise<Output>
}

/** Calls a tool as a client would: the same checks, the same answer. What is undefined was not given: the tools tell absent from empty. */
export async function callTool<Output extends object>(
  ctx: KanbanContext,
  tool: Callable<Output>,
  args: Readonly<Record<string, unknown>>,
): Promise<Output> {
  const given = Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined))
  const checked = validateArguments(tool, given)
  if (!checked.ok) throw checked.error
  const { value, reservations } = await collectReservations(() => tool.run(ctx, checked.value as never, plainCall)) // validated against this very schema
  return reservations.length === 0 ? value : { ...value, warnings: [...warningsOf(value), ...reservations] }
}

function warningsOf(output: object): readonly unknown[] {
  return 'warnings' in output && Array.isArray(output.warnings) ? output.warnings : []
}
