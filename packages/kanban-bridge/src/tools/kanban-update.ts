import { defineTool, saying } from '@shoko/contract'
import { nonBlank, Warnings } from '@shoko/contract/schema'
import type { Static } from 'typebox'
import * as Type from 'typebox'
import type { Board } from '../board/board.ts'
import { type CardEdit, editKeys, rewriteCard, rewriteCards, type WrittenCard } from '../board/edit-card.ts'
import { relationEdits, writeRelationIndex } from '../board/relate-cards.ts'
import { renameToTitle } from '../board/rename-card.ts'
import type { KanbanContext } from '../context.ts'
import { BOARD_REASONS, CARD_REASONS, type KanbanReason, RELATION_REASONS, WRITE_REASONS } from '../kanban-error.ts'
import { type Card, readCard } from '../rules/card.ts'
import { appendToBody, replaceBody } from '../rules/compose-card.ts'
import { changedKeys, cleanPatch, type FrontMatterPatch, relationsOfPatch, touchesRelations } from '../rules/patch.ts'
import { planRelations } from '../rules/relations.ts'
import { BoardParam, CardIdParam, ExpectedHash, Hash, Priority, Words } from './parameters.ts'

const Lines = Type.Unsafe<string | string[]>({ type: ['string', 'array'], items: { type: 'string' } })

export const KanbanUpdateInput = Type.Object(
  {
    board: BoardParam,
    cardId: CardIdParam,
    expected_hash: ExpectedHash,
    patch: Type.Object(
      {
        fm: Type.Optional(
          Type.Object(
            {
              title: Type.Optional(nonBlank()),
              description: Type.Optional(Type.String()),
              lane: Type.Optional(Type.String()),
              priority: Type.Optional(Priority),
              size: Type.Optional(Type.Integer()),
              labels: Type.Optional(Words),
              assignees: Type.Optional(Words),
              parent: Type.Optional(CardIdParam),
              depends_on: Type.Optional(Words),
              relates: Type.Optional(Words),
              resume_hint: Type.Optional(Type.String()),
              next_steps: Type.Optional(Lines),
              blockers: Type.Optional(Lines),
            },
            { additionalProperties: false, description: 'Absent: unchanged; [] empties; null clears' },
          ),
        ),
        body: Type.Optional(
          Type.Object(
            { text: Type.String(), replace: Type.Optional(Type.Boolean({ description: 'false (default): append' })) },
            { additionalProperties: false },
          ),
        ),
      },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
)
export const KanbanUpdateOutput = Type.Object({
  updated: Type.Literal(true),
  column: Type.String(),
  path: Type.String(),
  hash: Hash,
  changed: Type.Array(Type.String()),
  warnings: Warnings,
})

export type KanbanUpdateInput = Static<typeof KanbanUpdateInput>
export type KanbanUpdateOutput = Static<typeof KanbanUpdateOutput>

export async function updateCard(ctx: KanbanContext, input: KanbanUpdateInput): Promise<KanbanUpdateOutput> {
  const board = await ctx.boards.resolve(input.board)
  const patch = cleanPatch((input.patch.fm ?? {}) as FrontMatterPatch) // nulls reach us below patch.fm, see nullIsValueAt
  return board.change(async () => {
    const card = await board.card(input.cardId)
    const warnings: string[] = []
    const own = ownEdit(card, patch, input.patch.body)
    const edit = { card, edit: own.edit, expectedHash: input.expected_hash }
    const written = touchesRelations(patch)
      ? await relateAndRewrite(board, { ...edit, patch, warnings })
      : await rewriteCard(board, edit)
    const changed = own.changed()
    const hasNewTitle = patch.title !== undefined && patch.title !== card.title
    const renamed = hasNewTitle ? await renameToTitle(board, written, warnings) : written
    const { column, path, hash } = renamed
    return { updated: true, column, path, hash, changed, ...saying(warnings) }
  })
}

/** What the patch does to the card's own file, and which keys that changed; the latter is known once it has been applied. */
function ownEdit(card: Card, patch: FrontMatterPatch, body: KanbanUpdateInput['patch']['body']) {
  let changed: string[] = []
  const edit = (text: string) => {
    const keys = changedKeys(readCard(text, card).data, patch)
    const edited = editKeys(card, text, keys)
    const next =
      body === undefined ? edited : body.replace === true ? replaceBody(edited, body.text) : appendToBody(edited, body.text)
    changed = [...Object.keys(patch).filter((key) => key in keys), ...(next === edited ? [] : ['body'])]
    return next
  }
  return { edit, changed: () => changed }
}

/** The same rules as kanban/relations.set. */
async function relateAndRewrite(
  board: Board,
  { patch, warnings, ...own }: CardEdit & { readonly patch: FrontMatterPatch; readonly warnings: string[] },
): Promise<WrittenCard> {
  const cards = await board.index.byId()
  const plan = planRelations(cards, relationsOfPatch(cards, own.card, patch))
  plan.delete(own.card.id)
  const written = await rewriteCards(board, [own, ...relationEdits(cards, plan)])
  warnings.push(...(await writeRelationIndex(board, cards, written)))
  return written[0]!
}

export const kanbanUpdate = defineTool<KanbanContext, typeof KanbanUpdateInput, typeof KanbanUpdateOutput, KanbanReason>({
  name: 'kanban/update',
  title: 'Edit a card',
  description:
    "Rename a card, give it labels, assignees or priority, or edit its text; the rest stays. Not its column: kanban/move. Example: patch: {fm: {labels: ['urgent']}}.",
  effect: 'overwrite',
  input: KanbanUpdateInput,
  output: KanbanUpdateOutput,
  errors: [...BOARD_REASONS, ...WRITE_REASONS, ...CARD_REASONS, ...RELATION_REASONS],
  nullIsValueAt: ['patch.fm'],
  run: updateCard,
})
