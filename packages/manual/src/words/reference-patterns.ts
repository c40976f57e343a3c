import { LANGUAGES } from '@shoko/search'

const ALL: readonly RegExp[] = LANGUAGES.flatMap(({ manuals }) => manuals.references)
const LATIN = LANGUAGES.filter(({ code }) => code !== 'ja').flatMap(({ manuals }) => manuals.references)
const JAPANESE_LETTER = /[\u3041-\u30ff\u4e00-\u9fff]/

/**
 * By which words a sentence sends its reader to another place; the group `place` is what that place is called there. Those of
 * Japanese try each beginning of a place, and all of them want a letter of it.
 */
export function referencePatternsFor(sentence: string): readonly RegExp[] {
  return JAPANESE_LETTER.test(sentence) ? ALL : LATIN
}

/** A reference in brackets stands beside what a sentence says; another one is what it says. */
export const asidePattern = /[（(][^（()）]*[）)]/g

/** A link of Markdown, with where it leads. */
export const linkPattern = /\[(?<text>[^\]]{1,120})\]\((?<target>[^)\s]{1,300})\)/

/** A file that is named as one, from the top of its manual. */
export const pathPattern = /`(?<path>[^`\s]{1,200}\.(?:md|json))`/i

/** The name of a place in quotation marks. */
export const quotedPattern = /[«“"「『](?<name>[^»”"」』]{1,80})(?:[»”"」』]|$)/
