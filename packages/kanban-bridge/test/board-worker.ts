import { DomainError } from '@shoko/contract'
import { appendNote, finishCard, listCards, moveCard, newCard, openKanban, setRelations, updateCard } from '../src/index.ts'

/** One of several servers on one board: so many operations, mixed; tells each acknowledged change as a line of JSON. */
const [dir = '', mark = '', count = '0'] = process.argv.slice(2)
const ctx = openKanban({ roots: [dir] })
const board = '.'
const own: string[] = []

for (let n = 0; n < Number(count); n++) {
  const shared = (await listCards(ctx, { board, columns: ['shared'], includeDone: false })).items
  const cardId = shared[n % Math.max(1, shared.length)]?.cardId ?? own[0]
  const text = `${mark}-${n}`
  try {
    await operate(n % 8, { cardId, text })
  } catch (error) {
    // Another process may have closed a cycle or set a parent first: a refusal is an answer, and it changes nothing.
    if (!(error instanceof DomainError) || !['dependency_cycle', 'parent_conflict', 'parent_cycle'].includes(error.reason))
      throw error
  }
}
await ctx.close()

async function operate(kind: number, { cardId, text }: { cardId: string | undefined; text: string }): Promise<void> {
  if (kind === 0 || cardId === undefined) {
    const made = await newCard(ctx, { board, title: text, column: 'shared', body: text })
    own.push(made.cardId)
    return tell({ kind: 'new', id: made.cardId, text })
  }
  if (kind <= 2) {
    await updateCard(ctx, { board, cardId, patch: { body: { text } } })
    return tell({ kind: 'body', id: cardId, text })
  }
  if (kind === 3) {
    await appendNote(ctx, { board, cardId, text })
    return tell({ kind: 'note', id: cardId, text })
  }
  if (kind === 4) {
    await moveCard(ctx, { board, cardId, toColumn: text.length % 2 === 0 ? 'other' : 'shared' })
    return tell({ kind: 'move', id: cardId, text })
  }
  if (kind === 5) {
    await updateCard(ctx, { board, cardId, patch: { fm: { title: `Title ${text}`, labels: [text] } } })
    return tell({ kind: 'title', id: cardId, text })
  }
  if (kind === 6) {
    const to = own.at(-1)
    if (to === undefined || to === cardId) return
    await setRelations(ctx, { board, add: [{ type: 'depends', from: cardId, to }] })
    return tell({ kind: 'depends', id: cardId, text: to })
  }
  // Where no other process looks for cards to move: what is done here stays done.
  const made = await newCard(ctx, { board, title: text, column: `of-${mark}` })
  await finishCard(ctx, { board, cardId: made.cardId })
  tell({ kind: 'done', id: made.cardId, text })
}

function tell(change: { kind: string; id: string; text: string }): void {
  process.stdout.write(`${JSON.stringify(change)}\n`)
}
