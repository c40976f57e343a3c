import { DomainError, type Finding, randomIds, systemClock, type Upkeep } from '@shoko/contract'
import { checkTree, type RelativePath } from '@shoko/core-fs'
import { adoptStrangers, canBeAdopted, completeFrontMatter } from './adopt.ts'
import type { Board } from './board/board.ts'
import { CARDS_INDEX, RELATIONS_INDEX, shownPath } from './board/paths.ts'
import { spareCopies } from './compact.ts'
import { type KanbanContext, openKanban } from './context.ts'
import { type LintIssue, lintBoard } from './lint.ts'
import { CardRows, cardRow } from './rules/card-rows.ts'
import { renderEdges } from './rules/edge-lines.ts'
import { edgesOf } from './rules/relations.ts'
import { createUlids } from './ulid.ts'

/** What lint says about the work on a board rather than about its files. */
const ABOUT_WORK = new Set(['wip', 'parent-done'])

/** `shoko check` for all boards below the roots. */
export function kanbanUpkeep({ roots }: { readonly roots: readonly string[] }): Upkeep {
  return {
    // Read-only: an open board writes its indexes behind whatever is read from it.
    check: () => onEveryBoard({ roots, readOnly: true }, checkBoard),
    async repair(findings) {
      const newId = createUlids(systemClock, randomIds)
      await onEveryBoard({ roots, readOnly: false }, async (board, prefix) => {
        const own = findings.filter(({ path, fix }) => fix !== undefined && isBelow(path, prefix))
        if (own.length > 0) await repairBoard(board, { codes: new Set(own.map(({ code }) => code)), newId })
        return []
      })
    },
    async close() {},
  }
}

type BoardWork = (board: Board, prefix: string) => Promise<readonly Finding[]>

/** Paths are shown relative to the board's root folder, so that two boards can be told apart. */
async function onEveryBoard(options: { roots: readonly string[]; readOnly: boolean }, work: BoardWork): Promise<Finding[]> {
  const ctx: KanbanContext = openKanban(options)
  try {
    const findings: Finding[] = []
    for (const found of await ctx.boards.all()) {
      const board = await ctx.boards.find(
        found.path === '' ? found.root.absolutePath : `${found.root.absolutePath}/${found.path}`,
      )
      const prefix = found.path === '' ? '' : `${found.path}/`
      findings.push(...(await work(board, prefix)).map((finding) => ({ ...finding, path: `${prefix}${finding.path}` })))
    }
    return findings
  } finally {
    await ctx.close()
  }
}

async function checkBoard(board: Board): Promise<readonly Finding[]> {
  const tree = (await checkTree(board.root)).map((finding) => ({ ...finding, path: shownPath(finding.path as RelativePath) }))
  const known = new Set(tree.map(({ path }) => path))
  const issues = (await lintBoard(board)).filter(({ code }) => !ABOUT_WORK.has(code))
  const spare = new Set((await spareCopies(board)).map(({ id }) => id))
  return [
    ...tree,
    ...issues
      .filter(({ path, code }) => code !== 'not-utf-8' || path === undefined || !known.has(path))
      .map((issue) => findingOf(issue, spare)),
    ...(await checkIndexes(board)),
  ]
}

function findingOf({ level, code, message, path = '.kanban' }: LintIssue, spare: ReadonlySet<string>): Finding {
  const finding = { level, code, path, message }
  if (code !== 'duplicate') return { ...finding, ...adviceOn(code, path) }
  const id = /^duplicate id: (\S+)/.exec(message)?.[1] ?? ''
  if (spare.has(id)) return { ...finding, code: 'equal-copy', fix: 'remove the older of the files that are equal byte for byte' }
  return { ...finding, code: 'duplicate-id', advice: 'compare the files, keep one, or give one of them another id' }
}

function adviceOn(code: string, path: string): { advice?: string; fix?: string } {
  if (code === 'missing') return { fix: 'write id and title into its front matter' }
  if (code === 'id-is-not-in-upper-case') return { fix: 'write the id in upper case' }
  if (code === 'not-a-card')
    return canBeAdopted(path as RelativePath)
      ? { fix: 'make a card of it: an id into its front matter and in front of its name' }
      : { advice: 'nothing, if it is meant for readers of the folder' }
  if (code === 'id-differs') return { advice: 'the file name counts: write its id into the front matter, or rename the file' }
  if (code === 'unlisted-column') return { advice: 'list it in columns.toml, or move its cards to a column that is listed' }
  if (code === 'dangling') return { advice: 'restore the card, or take the relation out with kanban_relations_set' }
  if (code.endsWith('-cycle')) return { advice: 'take one edge out with kanban_relations_set' }
  return {}
}

/** The index files against what a rebuild would write. A missing one is none: it comes back with the next call. */
async function checkIndexes(board: Board): Promise<Finding[]> {
  const cards = await board.index.everyCard()
  const rebuilt = [
    { path: CARDS_INDEX, content: new CardRows(cards.map((card) => [card.id, cardRow(card)])).render() },
    { path: RELATIONS_INDEX, content: Buffer.from(renderEdges(edgesOf(cards))) },
  ]
  const findings: Finding[] = []
  for (const { path, content } of rebuilt) {
    const bytes = await bytesOf(board, path)
    if (bytes === undefined || bytes.equals(content)) continue
    const message = 'the index is not what the cards say'
    findings.push({ level: 'warn', code: 'index-differs', path: shownPath(path), message, fix: 'write it anew from the cards' })
  }
  return findings
}

async function bytesOf(board: Board, path: RelativePath): Promise<Buffer | undefined> {
  try {
    return (await board.root.read(path)).bytes
  } catch (error) {
    if (error instanceof DomainError && error.reason === 'not_found') return undefined
    throw error
  }
}

async function repairBoard(
  board: Board,
  { codes, newId }: { readonly codes: ReadonlySet<string>; readonly newId: () => string },
): Promise<void> {
  await board.change(async () => {
    if (codes.has('litter')) await board.root.removeStaleTemporaryFiles()
    if (codes.has('equal-copy'))
      for (const copy of await spareCopies(board)) {
        await board.root.remove(copy.file)
        await board.index.refresh(copy.file)
      }
    if (codes.has('not-a-card')) await adoptStrangers(board, newId)
    if (codes.has('missing') || codes.has('id-is-not-in-upper-case')) await completeFrontMatter(board)
    await board.files.rebuild()
  })
}

function isBelow(path: string, prefix: string): boolean {
  return path.startsWith(`${prefix}.kanban/`)
}
