import { collectReservations, plainCall, type ToolDescriptor } from '@shoko/contract'
import { validateArguments } from '@shoko/contract/schema'
import type { Static, TObject } from 'typebox'
import type { KanbanContext } from '../context.ts'
import type { KanbanReason } from '../kanban-error.ts'

/** Calls a tool as a client would: the same checks, the same answer. */
export async function callTool<Input extends TObject, Output extends TObject>(
  ctx: KanbanContext,
  tool: ToolDescriptor<KanbanContext, Input, Output, KanbanReason>,
  args: Readonly<Record<string, unknown>>,
): Promise<Static<Output>> {
  const checked = validateArguments(tool, args)
  if (!checked.ok) throw checked.error
  const { value, reservations } = await collectReservations(() => tool.run(ctx, checked.value as Static<Input>, plainCall)) // validated against this very schema
  return reservations.length === 0 ? value : { ...value, warnings: [...warningsOf(value), ...reservations] }
}

function warningsOf(output: object): readonly unknown[] {
  return 'warnings' in output && Array.isArray(output.warnings) ? output.warnings : []
}
