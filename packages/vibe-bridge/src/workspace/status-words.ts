import { LANGUAGES, type LanguageCode } from '@shoko/search'

export const STATUSES = ['pending', 'in-progress', 'done', 'blocked'] as const
export type Status = (typeof STATUSES)[number]

interface KnownWord {
  readonly status: Status
  readonly language: LanguageCode
}

/** How people write a status in their own language. */
const KNOWN: ReadonlyMap<string, KnownWord> = new Map(
  LANGUAGES.flatMap(({ code: language, workspaces }) =>
    STATUSES.flatMap((status) => workspaces.statuses[status].map((word) => [word, { status, language }] as const)),
  ),
)
/** Longest first, so that 完了済み is not read as 完了 with something behind it. */
const BY_LENGTH = [...KNOWN.keys()].sort((a, b) => b.length - a.length)
const BEGINS = new RegExp(`^(?:${BY_LENGTH.join('|')})(?![\\p{L}\\p{N}_-])`, 'u')

/** `In Progress`, `en curso`, `進行中` and `done (yesterday)` are the statuses they mean; anything else is kept in lower case. */
export function parseStatus(text: string): string {
  return knownWord(text)?.status ?? plainWords(text)
}

/** The status that exactly this word names. */
export function statusOfWord(word: string): Status | undefined {
  return KNOWN.get(plainWords(word))?.status
}

/** The status in the words of the value that it takes the place of: its language, gender, capitals and marks. */
export function writeStatus(status: string, old: { readonly value: string; readonly label?: string }): string {
  const [, before = '', inner = '', after = ''] = /^([*_`]*)(.*?)([*_`]*)$/s.exec(old.value) ?? []
  const word = wordFor(status, { value: inner, label: old.label ?? '' })
  return `${before}${likeCase(word, inner)}${after}`
}

function wordFor(status: string, old: { readonly value: string; readonly label: string }): string {
  const known = STATUSES.find((each) => each === status)
  if (known === undefined) return status
  const code = knownWord(old.value)?.language ?? languageOfLabel(old.label)
  if (code === 'en') return known === 'in-progress' ? englishProgress(old.value) : known
  const words = LANGUAGES.find((language) => language.code === code)!.workspaces.statuses[known]
  return isFeminine(old.value) ? feminineOf(words) : words[0]!
}

/** Who writes `Completada` or `terminée` speaks of something feminine. */
function isFeminine(old: string): boolean {
  return /^\p{L}+(?:[aA]|[éÉ][eE])[sS]?(?!\p{L})/u.test(old)
}

/** The first word in its feminine form, where the language has one. */
function feminineOf([first = '', ...others]: readonly string[]): string {
  const forms = [`${first}e`, first.replace(/o$/, 'a')]
  return others.find((word) => word !== first && forms.includes(word)) ?? first
}

/** Who writes `Done` writes `In Progress`, too. */
function englishProgress(old: string): string {
  return /^\p{Lu}/u.test(old) ? 'in progress' : 'in-progress'
}

function likeCase(word: string, old: string): string {
  if (/^[^\p{Ll}]*\p{Lu}{2}[^\p{Ll}]*$/u.test(old)) return word.toUpperCase()
  if (!/^\p{Lu}/u.test(old)) return word
  return word === 'in progress' ? 'In Progress' : word.charAt(0).toUpperCase() + word.slice(1)
}

function knownWord(text: string): KnownWord | undefined {
  const found = BEGINS.exec(plainWords(text).replace(/^[^\p{L}\p{N}]+/u, ''))
  return found === null ? undefined : KNOWN.get(found[0])
}

function plainWords(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/[*`]/g, '').trim()
}

function languageOfLabel(label: string): LanguageCode {
  return LANGUAGES.find(({ workspaces }) => workspaces.statusLabel.test(label))?.code ?? 'en'
}
