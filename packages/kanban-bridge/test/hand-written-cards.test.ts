import { expect, it } from 'vitest'
import { finishCard, listCards, moveCard, updateCard } from '../src/index.ts'
import { lintBoard } from '../src/lint.ts'
import { temporaryBoard, ulid } from './temporary-board.ts'

const [A, B, C, D, E, F, G, H] = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'].map(ulid) as [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
]

const conflict = `---\nid: ${A}\n<<<<<<< HEAD\ntitle: Ours\n=======\ntitle: Theirs\n>>>>>>> branch\n---\n\nBody\n`
const crlf = `---\r\nid: ${B}\r\ntitle: Windows\r\nmood: good # keep\r\n---\r\n\r\nOne\r\nTwo`
const bare = '# Just Markdown\n\nText\n'
const unclosed = `---\nid: ${D}\ntitle: Never closed\n\nBody\n`
const obsidian = `---\naliases:\n  - Obs\ntags: [project/x]\nparent: "[[${B}__crlf|Windows]]"\nlabels:\n---\n# A note\n`

function handWrittenBoard() {
  const board = temporaryBoard({
    [`backlog/${A}__conflict.md`]: conflict,
    [`backlog/${B}__crlf.md`]: crlf,
    [`backlog/${C}__bare.md`]: bare,
    [`backlog/${D}__unclosed.md`]: unclosed,
    [`backlog/${E}__empty.md`]: '',
    [`backlog/${F}__one.md`]: `---\nid: ${F}\ntitle: First copy\n---\n`,
    [`doing/${F}__two.md`]: `---\nid: ${F}\ntitle: Second copy\n---\n`,
    [`backlog/${H} A note.md`]: obsidian,
    'backlog/README.md': bare,
    'doing/plan.md': `---\nid: ${ulid('P')}\ntitle: Plan\n---\n`,
  })
  board.write(`backlog/${G}__binary.md`, '---\n\u0000\u0001\n')
  return board
}

const titles = async (board: ReturnType<typeof handWrittenBoard>) =>
  (await listCards(board.ctx, { board: '.' })).items.map((item) => item.title)

it('lists every card that somebody wrote by hand, each id once', async () => {
  const seen = await titles(handWrittenBoard())
  expect(seen).toHaveLength(8)
  expect(seen).toEqual(expect.arrayContaining(['Ours', 'Windows', 'Just Markdown', 'Never closed', 'empty', 'A note']))
})

it('leaves Markdown alone whose name does not begin with a ULID', async () => {
  const board = handWrittenBoard()
  for (const cardId of ['README', 'plan', ulid('P')])
    await expect(moveCard(board.ctx, { board: '.', cardId, toColumn: 'review' })).rejects.toMatchObject({
      reason: 'card_not_found',
    })
  expect(board.read('backlog/README.md')).toBe(bare)
})

it('edits the keys of those that it can read, and not another byte', async () => {
  const board = handWrittenBoard()
  for (const cardId of [B, C, E, H]) await updateCard(board.ctx, { board: '.', cardId, patch: { fm: { lane: 'core' } } })
  expect(board.read(`backlog/${B}__crlf.md`)).toBe(crlf.replace('mood', 'lane: core\r\nmood'))
  expect(board.read(`backlog/${C}__bare.md`)).toBe(`---\nlane: core\n---\n\n${bare}`)
  expect(board.read(`backlog/${E}__empty.md`)).toBe('---\nlane: core\n---\n')
  expect(board.read(`backlog/${H} A note.md`)).toBe(obsidian.replace('parent', 'lane: core\nparent'))
})

it('refuses to guess, and leaves the file as it is', async () => {
  const board = handWrittenBoard()
  for (const [cardId, path, text] of [
    [A, `backlog/${A}__conflict.md`, conflict],
    [D, `backlog/${D}__unclosed.md`, unclosed],
  ] as const) {
    await expect(updateCard(board.ctx, { board: '.', cardId, patch: { fm: { lane: 'core' } } })).rejects.toThrow()
    await expect(finishCard(board.ctx, { board: '.', cardId })).rejects.toThrow()
    expect(board.read(path)).toBe(text)
  }
})

it('moves any of them as they are', async () => {
  const board = handWrittenBoard()
  for (const cardId of [A, B, C, D, E, G, H]) await moveCard(board.ctx, { board: '.', cardId, toColumn: 'review' })
  expect(board.read(`review/${A}__conflict.md`)).toBe(conflict)
  expect(board.read(`review/${B}__crlf.md`)).toBe(crlf)
  expect(board.read(`review/${D}__unclosed.md`)).toBe(unclosed)
  expect(board.read(`review/${G}__binary.md`)).toBe('---\n\u0000\u0001\n')
  expect(board.read(`review/${H} A note.md`)).toBe(obsidian)
})

it('works on the newest of two files with one id, and keeps the other', async () => {
  const board = handWrittenBoard()
  await finishCard(board.ctx, { board: '.', cardId: F })
  const copies = board.files().filter((path) => path.includes(F))
  expect(copies).toHaveLength(2)
})

it('reports all of them', async () => {
  const board = handWrittenBoard()
  const issues = await lintBoard(await board.ctx.boards.resolve('.'))
  const about = (id: string) =>
    issues.filter(({ path, message }) => path?.includes(id) || message.includes(id)).map(({ code }) => code)
  expect(about(A)).toContain('merge-conflict-markers')
  expect(about(C)).toContain('missing')
  expect(about(D)).toContain('broken-front-matter')
  expect(about(E)).toContain('missing')
  expect(about(F)).toContain('duplicate')
  expect(about(G)).not.toEqual([])
  expect(about(H)).toContain('missing')
  expect(about('README.md')).toEqual(['not-a-card'])
  expect(about('plan.md')).toEqual(['not-a-card'])
})
