import { validateArguments } from '@shoko/contract/schema'
import { sha256 } from '@shoko/core-fs'
import { expect, it } from 'vitest'
import { cardFile, type TemporaryBoard, temporaryBoard, ulid } from '../../test/temporary-board.ts'
import { type KanbanUpdateInput, kanbanUpdate, updateCard } from './kanban-update.ts'

const [A, B, C] = ['A', 'B', 'C'].map(ulid) as [string, string, string]
const FILE = `backlog/${A}__a.md`

/** Through validation, as a call comes in: nulls below patch.fm reach the tool. */
async function update({ ctx }: TemporaryBoard, patch: unknown, expected_hash?: string) {
  const checked = validateArguments(kanbanUpdate, { board: '.', cardId: A, patch, expected_hash: expected_hash ?? null })
  if (!checked.ok) throw checked.error
  return updateCard(ctx, checked.value as KanbanUpdateInput)
}

const oneCard = (text = cardFile(A)) => temporaryBoard({ [FILE]: text })

it('changes only the bytes of the named keys', async () => {
  const text = `---\r\n# mine\r\nid: ${A}\r\ntitle:   "Card AA"   # quoted\r\nmood: {a: 1}\r\nlabels:\r\n    - x\r\n---\r\nBody without a blank line  \r\n`
  const board = oneCard(text)
  const output = await update(board, { fm: { priority: 'P1', labels: ['x'] } })
  expect(output).toEqual({
    updated: true,
    column: 'backlog',
    path: `.kanban/${FILE}`,
    hash: sha256(board.read(FILE)),
    changed: ['priority'],
  })
  expect(board.read(FILE)).toBe(text.replace('# quoted\r\n', '# quoted\r\npriority: P1\r\n'))
})

it('leaves absent keys, empties with [] and clears with null', async () => {
  const board = oneCard(cardFile(A, ['lane: core', 'priority: P1', 'labels: [a, b]', 'assignees: [ana]']))
  const output = await update(board, { fm: { labels: [], lane: null } })
  expect(output.changed).toEqual(['labels', 'lane'])
  expect(board.read(FILE)).toBe(cardFile(A, ['priority: P1', 'labels: []', 'assignees: [ana]']))
})

it('does not clear the title', async () => {
  await expect(update(oneCard(), { fm: { title: null } })).rejects.toThrow(
    expect.objectContaining({ reason: 'invalid_argument' }),
  )
})

it('appends to the body by default and replaces it when asked', async () => {
  const board = oneCard(cardFile(A, [], 'One'))
  await update(board, { body: { text: 'append line', replace: false } })
  expect(board.read(FILE)).toBe(cardFile(A, [], 'One\nappend line\n'))
  expect((await update(board, { body: { text: 'full body', replace: true } })).changed).toEqual(['body'])
  expect(board.read(FILE)).toBe(cardFile(A, [], 'full body'))
  expect((await update(board, { body: { text: 'full body', replace: true } })).changed).toEqual([])
})

it.each([
  ['letters', 'a'],
  ['lines', 'k: v\n'],
  ['headings', '# a\n'],
])('refuses front matter that it could not read again: %s', async (_, unit) => {
  const board = oneCard()
  const refused = { reason: 'invalid_argument', message: expect.stringContaining('larger than 64 KB') }
  await expect(update(board, { fm: { description: unit.repeat(70_000) } })).rejects.toMatchObject(refused)
  const lines = { reason: 'invalid_argument', message: expect.stringContaining('more than 1,000 lines') }
  await expect(update(board, { fm: { description: 'a\n'.repeat(2000) } })).rejects.toMatchObject(lines)
  expect(board.read(FILE)).toBe(cardFile(A))
  await update(board, { fm: { description: 'a'.repeat(20_000) } })
  expect((await update(board, { fm: { lane: 'core' } })).changed).toEqual(['lane'])
})

it('refuses what would make a card larger than 8 MiB, and a card that is, and leaves them as they are', async () => {
  const text = cardFile(A, [], 'x'.repeat(8 * 1024 * 1024 - 200))
  const board = oneCard(text)
  const refused = { reason: 'not_text', message: expect.stringContaining('at most 8 MB') }
  await expect(update(board, { body: { text: 'y'.repeat(200) } })).rejects.toMatchObject(refused)
  expect(board.read(FILE)).toBe(text)
  expect((await update(board, { fm: { lane: 'core' } })).changed).toEqual(['lane'])
  await expect(update(oneCard(`${text}${'x'.repeat(200)}`), { fm: { lane: 'core' } })).rejects.toMatchObject(refused)
})

it.each([
  [{ body: 'text' }],
  [{ body: {} }],
  [{ body: { replace: true } }],
  [{ body: { text: 1 } }],
  [{ fm: { status: 'x' } }],
  [{ fm: { size: '3' } }],
  [undefined],
])('refuses the patch %j', async (patch) => {
  await expect(update(oneCard(), patch)).rejects.toThrow(expect.objectContaining({ reason: 'invalid_argument' }))
})

it('names the key that was meant', async () => {
  await expect(update(oneCard(), { fm: { labls: ['x'] } })).rejects.toThrow(
    'patch.fm: unknown argument: "labls"; did you mean "labels"?',
  )
})

it('renames the file with the title', async () => {
  const board = oneCard()
  const output = await update(board, { fm: { title: 'Señal nueva' } })
  expect(output).toEqual({
    updated: true,
    column: 'backlog',
    path: `.kanban/backlog/${A}__senal-nueva.md`,
    hash: expect.any(String),
    changed: ['title'],
  })
  expect(board.files()).not.toContain(FILE)
})

it('leaves a name that somebody chose by hand', async () => {
  const board = temporaryBoard({ [`backlog/${A} my plan.md`]: cardFile(A) })
  expect((await update(board, { fm: { title: 'Other' } })).path).toBe(`.kanban/backlog/${A} my plan.md`)
})

it('renames nothing for the title that is there already', async () => {
  const board = oneCard()
  expect(await update(board, { fm: { title: 'Card AA' } })).toMatchObject({ path: `.kanban/${FILE}`, changed: [] })
  expect(await update(board, { fm: { title: ' Card  AA ', lane: 'x' } })).toMatchObject({
    path: `.kanban/${FILE}`,
    changed: ['lane'],
  })
})

it('refuses to patch what the caller has not seen, and tells the current hash', async () => {
  const board = oneCard()
  const first = await update(board, { fm: { lane: 'x' } }, sha256(cardFile(A)))
  expect(first.hash).toBe(sha256(board.read(FILE)))
  board.write(FILE, cardFile(A, ['lane: by hand']))
  for (const patch of [{ fm: { lane: 'y' } }, { fm: { relates: [] } }, { body: { text: 'more' } }])
    await expect(update(board, patch, first.hash)).rejects.toMatchObject({
      reason: 'changed',
      details: { hash: sha256(cardFile(A, ['lane: by hand'])) },
    })
  expect(board.read(FILE)).toBe(cardFile(A, ['lane: by hand']))
})

it('keeps the old name when the new one is taken, and says so', async () => {
  const board = oneCard()
  board.write(`backlog/${A}__new-title.md/in the way`, '')
  const output = await update(board, { fm: { title: 'New title' } })
  expect(output.path).toBe(`.kanban/${FILE}`)
  expect(output.warnings).toEqual([`rename target exists; kept original filename: .kanban/backlog/${A}__new-title.md`])
  expect(board.read(FILE)).toContain('title: New title')
})

it('tries suffixes when the board says so', async () => {
  const board = temporaryBoard({ [FILE]: cardFile(A), 'columns.toml': '[writer]\nauto_rename_on_conflict = true' })
  board.write(`backlog/${A}__new-title.md/in the way`, '')
  board.write(`backlog/${A}__new-title-1.md/in the way`, '')
  const output = await update(board, { fm: { title: 'New title' } })
  expect(output.path).toBe(`.kanban/backlog/${A}__new-title-2.md`)
  expect(output.warnings).toEqual([`rename target exists; renamed to: .kanban/backlog/${A}__new-title-2.md`])
})

it('keeps relations.ndjson and the other end of relates in step', async () => {
  const board = temporaryBoard({
    [FILE]: cardFile(A),
    [`backlog/${B}__b.md`]: cardFile(B, [`relates: [${A}]`]),
    [`backlog/${C}__c.md`]: cardFile(C),
  })
  await update(board, { fm: { parent: C, depends_on: [B.toLowerCase()], relates: [] } })
  expect(board.read(FILE)).toBe(cardFile(A, [`parent: ${C}`, `depends_on: [${B}]`, 'relates: []']))
  expect(board.read(`backlog/${B}__b.md`)).toBe(cardFile(B, ['relates: []']))
  expect(board.read('relations.ndjson')).toBe(
    `{"type":"depends","from":"${A}","to":"${B}"}\n{"type":"parent","from":"${A}","to":"${C}"}\n`,
  )
})

it('refuses cycles, edges to itself and cards that do not exist', async () => {
  const board = temporaryBoard({
    [FILE]: cardFile(A),
    [`backlog/${B}__b.md`]: cardFile(B, [`parent: ${A}`, `depends_on: [${A}]`]),
  })
  await expect(update(board, { fm: { parent: B } })).rejects.toThrow(`parent cycle detected at ${A}`)
  await expect(update(board, { fm: { depends_on: [B] } })).rejects.toThrow(`dependency cycle detected at ${A}`)
  await expect(update(board, { fm: { depends_on: [A] } })).rejects.toThrow(expect.objectContaining({ reason: 'self_relation' }))
  for (const fm of [{ depends_on: [C] }, { parent: C }, { relates: [C] }])
    await expect(update(board, { fm })).rejects.toMatchObject({ reason: 'card_not_found', message: `card ${C}` })
  expect(board.read(FILE)).toBe(cardFile(A))
})

it('edits the body of a card with conflict markers in it, but not broken front matter', async () => {
  const body = '<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> b\n'
  const board = oneCard(cardFile(A, [], body))
  await update(board, { fm: { lane: 'x' }, body: { text: 'more' } })
  expect(board.read(FILE)).toBe(cardFile(A, ['lane: x'], `${body}more\n`))
  board.write(FILE, `---\nid: ${A}\ntitle: [\n---\n`)
  await expect(update(board, { fm: { lane: 'y' } })).rejects.toThrow(expect.objectContaining({ reason: 'broken_card' }))
  await update(board, { body: { text: 'still works' } })
  expect(board.read(FILE)).toBe(`---\nid: ${A}\ntitle: [\n---\n\nstill works\n`)
})

it('writes relates in the place of relates_to', async () => {
  const board = temporaryBoard({
    [FILE]: cardFile(A, [`relates_to: [${B}]`]),
    [`backlog/${B}__b.md`]: cardFile(B),
    [`backlog/${C}__c.md`]: cardFile(C),
  })
  await update(board, { fm: { relates: [C] } })
  expect(board.read(FILE)).toBe(cardFile(A, [`relates: [${C}]`]))
})

it('loses none of many edits at once', async () => {
  const board = oneCard(cardFile(A, [], ''))
  await Promise.all(Array.from({ length: 40 }, (_, n) => update(board, { body: { text: `line ${n}` } })))
  const lines = board
    .read(FILE)
    .split('\n')
    .filter((line) => line.startsWith('line '))
  expect(new Set(lines).size).toBe(40)
})
