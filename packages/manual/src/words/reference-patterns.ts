import { LANGUAGES } from '@shoko/search'

/** By which words a sentence sends its reader to another place; the group `place` is what that place is called there. */
export const referencePatterns: readonly RegExp[] = LANGUAGES.flatMap(({ manuals }) => manuals.references)

/** A reference in brackets stands beside what a sentence says; another one is what it says. */
export const asidePattern = /[（(][^（()）]*[）)]/g

/** A link of Markdown, with where it leads. */
export const linkPattern = /\[(?<text>[^\]]{1,120})\]\((?<target>[^)\s]{1,300})\)/

/** A file that is named as one, from the top of its manual. */
export const pathPattern = /`(?<path>[^`\s]{1,200}\.(?:md|json))`/i

/** The name of a place in quotation marks. */
export const quotedPattern = /[«“"「『](?<name>[^»”"」』]{1,80})(?:[»”"」』]|$)/
