import { paint } from '../terminal/paint.ts'
import { clip, padCells } from '../terminal/width.ts'
import { QUALITY_LANGUAGES, type QualityLanguage } from './documents.ts'
import { type Figures, figuresOf } from './figures.ts'
import { ENGINES, type Engine, type Result } from './measure.ts'
import { QUERY_KINDS } from './queries.ts'

export interface Row {
  readonly language: QualityLanguage
  /** All queries of the language, those over one of the folders, or those of one kind. */
  readonly part: Part
  readonly engine: Engine
  readonly figures: Figures
}

type Part = 'all' | Result['source'] | Result['kind']

const parts: readonly Part[] = ['all', 'manuals', 'vault', ...QUERY_KINDS]

/** One row a language, part and engine; what has no queries has no row. */
export function rowsOf(results: readonly Result[]): readonly Row[] {
  return QUALITY_LANGUAGES.flatMap((language) =>
    parts.flatMap((part) => {
      const own = results.filter((result) => result.language === language && belongsTo(result, part))
      if (own.length === 0) return []
      return ENGINES.map((engine) => ({ language, part, engine, figures: figuresOf(own.map((result) => result[engine])) }))
    }),
  )
}

function belongsTo({ source, kind }: Result, part: Part): boolean {
  return part === 'all' || part === source || part === kind
}

/** The languages in which fewer queries were answered than asked for. */
export function languagesBelow(rows: readonly Row[], minHit10: number): readonly QualityLanguage[] {
  return rows
    .filter(({ part, engine, figures }) => part === 'all' && engine === 'shoko' && figures.hit10 < minHit10)
    .map(({ language }) => language)
}

const SHOWN_MISSES = 5

export function renderReport(results: readonly Result[]): string {
  const rows = rowsOf(results)
  const misses = results.filter(({ shoko }) => shoko.rank === 0)
  return [
    paint('strong', `${padCells('', 32)}queries   hit@1  hit@10     MRR      p95`),
    ...rows.map(renderRow),
    '',
    paint(
      'quiet',
      'shoko: manual_find for manuals, the file order of vault_find for notes. Right is the one file that has this title or',
    ),
    paint(
      'quiet',
      'heading. grep: every word, any case; files with the most words first, then the most lines; read into memory before.',
    ),
    ...(misses.length === 0 ? [] : ['', `Not among the first ten (${misses.length}):`]),
    ...misses
      .slice(0, SHOWN_MISSES)
      .map(({ query, kind, path }) => `  ${clip(query, 48)}  ${paint('quiet', `${kind}, ${path}`)}`),
    '',
  ].join('\n')
}

function renderRow({ language, part, engine, figures }: Row): string {
  const name = part === 'all' ? `${language}  all` : `    ${part.replace('_', ' ')}`
  const share = (value: number) => value.toFixed(3).padStart(8)
  const line = `${padCells(name, 24)}${engine.padEnd(8)}${String(figures.queries).padStart(7)}${share(figures.hit1)}${share(figures.hit10)}${share(figures.mrr)}${`${figures.p95.toFixed(1)} ms`.padStart(9)}`
  if (engine === 'grep') return paint('quiet', line)
  return part === 'all' ? paint('strong', line) : line
}
