export const STATUSES = ['pending', 'in-progress', 'done', 'blocked'] as const
export type Status = (typeof STATUSES)[number]

/** How people write a status in their own language; the first word of each is the one that is written back. */
const SPANISH: Readonly<Record<Status, readonly string[]>> = {
  pending: ['pendiente', 'pendientes', 'por hacer', 'sin empezar', 'sin iniciar'],
  'in-progress': ['en progreso', 'en curso', 'en proceso', 'en marcha', 'en desarrollo'],
  done: [
    'hecho',
    'hecha',
    'hechos',
    'hechas',
    ...bothGenders(['completad', 'terminad', 'finalizad', 'acabad', 'cerrad', 'list']),
  ],
  blocked: ['bloqueado', 'bloqueada', 'bloqueados', 'bloqueadas', ...bothGenders(['detenid', 'parad'])],
}
const JAPANESE: Readonly<Record<Status, readonly string[]>> = {
  pending: ['未着手', '未対応', '未開始', '保留', '保留中', '予定'],
  'in-progress': ['進行中', '作業中', '対応中', '着手中', '実施中', '実装中', '着手'],
  done: ['完了', '完了済み', '完了済', '済み', '済', '対応済み', '対応済', '終了'],
  blocked: ['ブロック中', 'ブロック', '停止中', '中断', '中断中', '待ち'],
}

type Language = 'en' | 'es' | 'ja'

interface KnownWord {
  readonly status: Status
  readonly language: Language
}

const KNOWN: ReadonlyMap<string, KnownWord> = new Map([
  ...STATUSES.map((status) => [status, { status, language: 'en' }] as const),
  ...(['in progress', 'in_progress'] as const).map((word) => [word, { status: 'in-progress', language: 'en' }] as const),
  ...wordsOf(SPANISH, 'es'),
  ...wordsOf(JAPANESE, 'ja'),
])
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
  const language = knownWord(old.value)?.language ?? languageOfLabel(old.label)
  if (known === undefined) return status
  if (language === 'ja') return JAPANESE[known][0]!
  if (language === 'en') return known === 'in-progress' ? englishProgress(old.value) : known
  const word = SPANISH[known][0]!
  return (known === 'done' || known === 'blocked') && /^\p{L}+[aA]s?(?![\p{L}])/u.test(old.value) ? word.replace(/o$/, 'a') : word
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

function languageOfLabel(label: string): Language {
  if (/estado/i.test(label)) return 'es'
  return /[\p{sc=Han}\p{sc=Katakana}]/u.test(label) ? 'ja' : 'en'
}

function wordsOf(words: Readonly<Record<Status, readonly string[]>>, language: Language): (readonly [string, KnownWord])[] {
  return STATUSES.flatMap((status) => words[status].map((word) => [word, { status, language }] as const))
}

function bothGenders(stems: readonly string[]): readonly string[] {
  return stems.flatMap((stem) => [`${stem}o`, `${stem}a`, `${stem}os`, `${stem}as`])
}
