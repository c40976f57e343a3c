import { validateArguments } from '@shoko/contract/schema'
import { sha256 } from '@shoko/core-fs'
import { expect, it } from 'vitest'
import { cardFile, temporaryBoard, ulid } from '../../test/temporary-board.ts'
import { kanbanCard, showCard } from './kanban-card.ts'
import { appendNote } from './kanban-notes-append.ts'
import { updateCard } from './kanban-update.ts'

const [A, B, C, D, E] = ['A', 'B', 'C', 'D', 'E'].map(ulid) as [string, string, string, string, string]
const board = '.'
const id = (n: number) => `01K${String(n).padStart(23, '0')}`

it('shows what a person sees when the card is opened', async () => {
  const text = cardFile(A, ['priority: P1', `parent: ${B}`, `depends_on: [${C}, ${D}]`, 'mood: good'], '# Text\n\nMore\n')
  const files = temporaryBoard({
    [`doing/${A}__a.md`]: text,
    [`backlog/${B}__b.md`]: cardFile(B),
    [`done/2026/10/${C}__c.md`]: cardFile(C, [`relates: [${A}]`]),
    [`backlog/${D}__d.md`]: cardFile(D, [`parent: ${A}`]),
    [`backlog/${E}__e.md`]: cardFile(E, [`depends_on: [${A}]`]),
  })
  for (const n of [1, 2, 3, 4]) await appendNote(files.ctx, { board, cardId: A, text: `note ${n}` })
  expect(await showCard(files.ctx, { board, cardId: A.toLowerCase() })).toEqual({
    cardId: A,
    title: 'Card AA',
    column: 'doing',
    path: `.kanban/doing/${A}__a.md`,
    hash: sha256(text),
    modified: expect.stringMatching(/^20\d\d-.*Z$/),
    fm: { id: A, title: 'Card AA', priority: 'P1', parent: B, depends_on: [C, D], mood: 'good' },
    parent: B,
    children: [D],
    depends_on: [C, D],
    blocked_by: [D],
    blocks: [E],
    relates: [C],
    related: {
      [B]: { title: 'Card BB', column: 'backlog' },
      [C]: { title: 'Card CC', column: 'done' },
      [D]: { title: 'Card DD', column: 'backlog' },
      [E]: { title: 'Card EE', column: 'backlog' },
    },
    more: { notes: 1 },
    notes: [4, 3, 2].map((n) => ({ ts: expect.any(String), type: 'worklog', text: `note ${n}` })),
    body: '# Text\n\nMore\n',
    truncated: false,
    next_offset: null,
  })
})

it('gives the hash that an update expects', async () => {
  const files = temporaryBoard({ [`doing/${A}__a.md`]: cardFile(A) })
  const { hash } = await showCard(files.ctx, { board, cardId: A })
  const updated = await updateCard(files.ctx, { board, cardId: A, expected_hash: hash, patch: { body: { text: 'x' } } })
  expect((await showCard(files.ctx, { board, cardId: A })).hash).toBe(updated.hash)
})

it('reads a long body in parts, every line once', async () => {
  const lines = Array.from({ length: 900 }, (_, n) => `line ${n} "quoted" ${'語'.repeat(n % 40)}`)
  const files = temporaryBoard({ [`doing/${A}__a.md`]: cardFile(A, [], `${lines.join('\n')}\n`) }, { hardMaxChars: 5_000 })
  const seen: string[] = []
  let parts = 0
  for (let start: number | null = 1; start !== null; parts++) {
    const part = await showCard(files.ctx, { board, cardId: A, start_line: start })
    expect([...JSON.stringify(part)].length).toBeLessThanOrEqual(5_000)
    const whole = part.next_offset === null ? part.body.split('\n') : part.body.split('\n').slice(0, part.next_offset - start)
    expect(part.truncated).toBe(part.next_offset !== null)
    seen.push(...whole)
    start = part.next_offset
  }
  expect(parts).toBeGreaterThan(5)
  expect(seen).toEqual(lines)
  expect(await showCard(files.ctx, { board, cardId: A, limits: { max_chars: 20 } })).toMatchObject({ truncated: true })
})

it('stays within its bound whatever surrounds the card, and says what is not shown', async () => {
  const children = Array.from({ length: 1_000 }, (_, n) => [
    `backlog/${id(n)}__c.md`,
    cardFile(id(n), [`parent: ${A}`, `depends_on: [${A}]`, `relates: [${A}]`]).replace(/title: .*/, `title: ${'t'.repeat(400)}`),
  ])
  const huge = cardFile(A, [`secret: ${'x'.repeat(30_000)}`, `list: [${'abc, '.repeat(3_000)}d]`], '"\n'.repeat(20_000))
  const files = temporaryBoard({ ...Object.fromEntries(children), [`doing/${A}__a.md`]: huge })
  for (let n = 0; n < 5; n++) await appendNote(files.ctx, { board, cardId: A, text: '語'.repeat(9_000) })
  const card = await showCard(files.ctx, { board, cardId: A })
  expect([...JSON.stringify(card)].length).toBeLessThanOrEqual(20_000)
  expect(card).toMatchObject({ truncated: true, more: { children: 980, blocks: 980, relates: 980, notes: 2 } })
  expect(card.body.length).toBeGreaterThan(1_000)
})

it('knows no unknown card, and checks its arguments', async () => {
  await expect(showCard(temporaryBoard().ctx, { board, cardId: A })).rejects.toThrow(`card ${A}`)
  for (const bad of [{ start_line: 0 }, { limits: { max_chars: 0 } }, { mode: 'full' }])
    expect(validateArguments(kanbanCard, { board, cardId: A, ...bad }).ok).toBe(false)
})
