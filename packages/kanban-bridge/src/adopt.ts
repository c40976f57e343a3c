import { DomainError } from '@shoko/contract'
import { joinPath, nameOf, parentOf, type RelativePath } from '@shoko/core-fs'
import type { Board } from './board/board.ts'
import { editKeys, rewriteCard } from './board/edit-card.ts'
import { placeOf } from './board/paths.ts'
import { strangersOf } from './board/strangers.ts'
import { type Card, readCard, scalar } from './rules/card.ts'
import { canonicalId, isPlainId, isUlid } from './rules/card-id.ts'
import { cardFileName } from './rules/file-name.ts'

/** What lies in folders everywhere and is meant for readers of the folder. */
const ABOUT_THE_FOLDER = /^(?:readme|index)\.md$/i

export function canBeAdopted(file: RelativePath): boolean {
  return !ABOUT_THE_FOLDER.test(nameOf(file))
}

/**
 * Makes cards of Markdown that somebody put into a column by hand: an id and a title into the front matter where they lack, the id
 * in front of the name. Other cards that name it by its old id follow. Under the board's lock.
 */
export async function adoptStrangers(board: Board, newId: () => string): Promise<void> {
  const renamed = new Map<string, string>()
  const taken = new Set((await board.index.byId()).keys())
  for (const file of (await strangersOf(board)).filter(canBeAdopted)) {
    const text = await textOf(board, file)
    if (text === undefined) continue
    const { id, own } = idFor(text, { taken, newId })
    taken.add(id)
    await adopt(board, { file, text, id })
    if (own !== null && isPlainId(own)) renamed.set(canonicalId(own), id)
  }
  await followIds(board, renamed)
}

/** Writes id and title into cards that lack them, as the name and the text tell them. Under the board's lock. */
export async function completeFrontMatter(board: Board): Promise<void> {
  for (const card of await board.index.everyCard()) {
    if (!card.problems.some(({ text }) => /^missing |^id is not in upper case/.test(text))) continue
    await mended(() => rewriteCard(board, { card, edit: (text) => editKeys(card, text, missingKeys(text, card)) }))
  }
}

function missingKeys(text: string, card: Card): Record<string, unknown> {
  const { data, title } = readCard(text, card)
  const own = scalar(data.id)
  const needsId = own === null || (own !== card.id && canonicalId(own) === card.id)
  return { ...(needsId ? { id: card.id } : {}), ...(scalar(data.title) === null ? { title } : {}) }
}

async function adopt(board: Board, { file, text, id }: { file: RelativePath; text: string; id: string }): Promise<void> {
  const stem = nameOf(file).replace(/\.md$/i, '')
  const read = readCard(text, { ...placeOf(joinPath(parentOf(file), `${id}__${stem}.md`))!, file })
  const keys = { id, ...(scalar(read.data.title) === null ? { title: read.title } : {}) }
  await mended(async () => {
    await board.root.replace(file, editKeys(read, text, keys))
    await board.root.move(file, joinPath(parentOf(file), cardFileName(id, read.title)))
  })
}

function idFor(text: string, { taken, newId }: { readonly taken: ReadonlySet<string>; readonly newId: () => string }) {
  const { data } = readCard(text, NOWHERE)
  const own = scalar(data.id)
  const kept = own !== null && isUlid(own) && !taken.has(canonicalId(own))
  return { own, id: kept ? canonicalId(own) : newId() }
}

const NOWHERE = { ...placeOf(`x/${'0'.repeat(26)}.md` as RelativePath)! } // a card's place, for reading keys alone

async function followIds(board: Board, renamed: ReadonlyMap<string, string>): Promise<void> {
  if (renamed.size === 0) return
  const now = (id: string) => renamed.get(id) ?? id
  for (const card of await board.index.everyCard()) {
    const keys = {
      ...(card.parent !== null && renamed.has(card.parent) ? { parent: now(card.parent) } : {}),
      ...(card.dependsOn.some((id) => renamed.has(id)) ? { depends_on: card.dependsOn.map(now) } : {}),
      ...(card.relates.some((id) => renamed.has(id)) ? { relates: card.relates.map(now), relates_to: null } : {}),
    }
    if (Object.keys(keys).length > 0) await mended(() => rewriteCard(board, { card, edit: (text) => editKeys(card, text, keys) }))
  }
}

async function textOf(board: Board, file: RelativePath): Promise<string | undefined> {
  try {
    return (await board.root.readText(file)).text
  } catch (error) {
    if (error instanceof DomainError) return undefined
    throw error
  }
}

/** What cannot be mended stays as it is, and in the list of findings. */
async function mended(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
  }
}
