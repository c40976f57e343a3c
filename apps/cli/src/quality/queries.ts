import type { QualityDocument, QualityLanguage } from './documents.ts'

export const QUERY_KINDS = ['title', 'heading', 'accent_dropped', 'particle_dropped'] as const
export type QueryKind = (typeof QUERY_KINDS)[number]

export interface QualityQuery {
  readonly kind: QueryKind
  readonly language: QualityLanguage
  readonly source: QualityDocument['source']
  readonly query: string
  /** The file that has to be found. */
  readonly path: string
}

export interface SampleOptions {
  /** The same seed and the same documents give the same queries in the same order. */
  readonly seed: number
  /** At most so many of each kind, language and source. */
  readonly perKind: number
}

/** Queries that each have one right answer: titles and headings that stand in one document only, and the same as people type them. */
export function buildQueries(documents: readonly QualityDocument[], options: SampleOptions): readonly QualityQuery[] {
  const all = documents.flatMap((document) => queriesOf(document))
  const counts = new Map<string, number>()
  for (const query of all) counts.set(keyOf(query), (counts.get(keyOf(query)) ?? 0) + 1)
  const clear = all.filter((query) => counts.get(keyOf(query)) === 1)
  const groups = Map.groupBy(shuffle(clear, options.seed), ({ kind, language, source }) => `${kind} ${language} ${source}`)
  const sampled = [...groups.values()].flatMap((group) => group.slice(0, options.perKind))
  return shuffle(sampled, options.seed)
}

/** Two queries with one key would be one query with two answers. */
function keyOf({ kind, source, query }: QualityQuery): string {
  return `${kind} ${source} ${query.normalize('NFKC').toLowerCase()}`
}

function queriesOf(document: QualityDocument): readonly QualityQuery[] {
  const { language, source, path } = document
  const typed = [
    { kind: 'title' as const, query: document.title },
    ...[...new Set(document.headings)].map((query) => ({ kind: 'heading' as const, query })),
  ].filter(({ query }) => /\p{L}.*\p{L}/u.test(query))
  const careless = typed.flatMap(({ query }) => [
    { kind: 'accent_dropped' as const, query: dropAccents(query), from: query },
    { kind: 'particle_dropped' as const, query: dropParticles(query, language), from: query },
  ])
  const changed = careless.filter(({ query, from }) => query !== from && query.length > 1)
  return [...typed, ...uniqueQueries(changed)].map(({ kind, query }) => ({ kind, query, language, source, path }))
}

function uniqueQueries<Q extends { readonly kind: QueryKind; readonly query: string }>(queries: readonly Q[]): readonly Q[] {
  return [...new Map(queries.map((query) => [`${query.kind} ${query.query}`, query])).values()]
}

/** As typed on a keyboard without them: "Daños por cal" becomes "Danos por cal". Japanese voicing marks are letters, not accents. */
export function dropAccents(text: string): string {
  return text.replaceAll(/\p{Script=Latin}\p{M}*/gu, (letter) => letter.normalize('NFD').replaceAll(/\p{M}/gu, ''))
}

const JAPANESE_PARTICLES =
  /(?<=[\p{Script=Han}\p{Script=Katakana}ー々])(?:から|まで|より|の|を|に|は|が|で|と|へ|や|も)(?=[\p{Script=Han}\p{Script=Katakana}])/gu
const FUNCTION_WORDS: Readonly<Record<'es' | 'en', ReadonlySet<string>>> = {
  es: new Set('a al con de del el en la las los o para por que se sin su un una y'.split(' ')),
  en: new Set('a an and at by for from in is of on or the to with'.split(' ')),
}

/** As typed in a search box: the words that carry no meaning of their own are left out. */
export function dropParticles(text: string, language: QualityLanguage): string {
  if (language === 'ja') return text.replaceAll(JAPANESE_PARTICLES, ' ')
  const words = text.split(/\s+/)
  const kept = words.filter((word) => !FUNCTION_WORDS[language].has(word.toLowerCase()))
  return kept.length === 0 ? text : kept.join(' ')
}

/** Fisher-Yates with a small generator of its own, so that a seed means the same everywhere. */
export function shuffle<T>(items: readonly T[], seed: number): readonly T[] {
  const shuffled = [...items]
  const random = generator(seed)
  for (let last = shuffled.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    const moved = shuffled[last]!
    shuffled[last] = shuffled[other]!
    shuffled[other] = moved
  }
  return shuffled
}

/** Mulberry32. */
function generator(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
