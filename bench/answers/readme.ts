import type { Language } from './question-set.ts'
import { type AnswerRow, type Results, score } from './report.ts'

export const readmes: Readonly<Record<Language, string>> = { ja: 'README.ja.md', es: 'README.es.md', en: 'README.md' }

const BEGIN = '<!-- answers -->'
const END = '<!-- end -->'

interface Words {
  /** Of the columns: who, one a language, calls, characters. */
  readonly columns: readonly string[]
  readonly intro: string
  readonly presence: (figures: Presence) => string
  /** Of the decimal point and of thousands. */
  readonly locale: string
}

interface Presence {
  readonly there: string
  readonly not: string
}

const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    columns: ['', 'Japanese', 'Spanish', 'English', 'calls', 'characters'],
    intro:
      'A thousand questions a language about encyclopedia articles, one file an article: how often the words of the answer stand in what came back, in how many calls, and how much the agent has to read for it.',
    presence: ({ there, not }) =>
      `With every second article left out, \`manual_find\` calls itself ready for ${there} of the questions whose article is there, and for ${not} of those whose article is not (Japanese, Spanish, English). [All figures, and how they are made](docs/answers.md).`,
    locale: 'en',
  },
  ja: {
    columns: ['', '日本語', 'スペイン語', '英語', '呼び出し', '文字数'],
    intro:
      '百科事典の記事（1 記事 1 ファイル）について各言語 1,000 問。答えの語句が返ってきた文章にあった割合と、そのための呼び出し回数、エージェントが読む文字数です。',
    presence: ({ there, not }) =>
      `記事を半分にすると、\`manual_find\` が ready と答えるのは、記事がある質問の ${there}、ない質問の ${not} です（日本語・スペイン語・英語）。[すべての数字と測り方](docs/answers.md)（英語）。`,
    locale: 'ja',
  },
  es: {
    columns: ['', 'japonés', 'español', 'inglés', 'llamadas', 'caracteres'],
    intro:
      'Mil preguntas por idioma sobre artículos de enciclopedia, un archivo por artículo: con qué frecuencia las palabras de la respuesta están en lo devuelto, en cuántas llamadas y cuánto tiene que leer el agente.',
    presence: ({ there, not }) =>
      `Sin la mitad de los artículos, \`manual_find\` se declara «ready» en ${there} de las preguntas cuyo artículo está, y en ${not} de aquellas cuyo artículo falta (japonés, español, inglés). [Todas las cifras y cómo se hacen](docs/answers.md) (en inglés).`,
    locale: 'es',
  },
}

/** A readme with the comparison of this run between its marks. */
export function fillReadme(readme: string, { lang, results }: { readonly lang: Language; readonly results: Results }): string {
  const begin = readme.indexOf(BEGIN)
  const end = readme.indexOf(END, begin)
  if (begin < 0 || end < 0) throw new Error(`No ${BEGIN} … ${END} to fill.`)
  return `${readme.slice(0, begin + BEGIN.length)}\n\n${comparison(WORDS[lang], results)}\n\n${readme.slice(end)}`
}

const LANGUAGES: readonly Language[] = ['ja', 'es', 'en']

function comparison({ columns, intro, presence, locale }: Words, { answers, there }: Results): string {
  const shipped = answers.filter(({ limit }) => limit === undefined)
  const who = [...new Set(shipped.map((row) => row.who))]
  const ready = LANGUAGES.map((lang) => there.find((row) => row.lang === lang && row.who === 'manual_find')?.figures)
  const share = (value: number | undefined) =>
    (value ?? Number.NaN).toLocaleString(locale, { style: 'percent', maximumFractionDigits: 0 })
  return [
    intro,
    '',
    `| ${columns.join(' | ')} |`,
    `|${columns.map(() => '---').join('|')}|`,
    ...who.map(
      (name) =>
        `| ${named(name)} | ${cells(
          shipped.filter((row) => row.who === name),
          locale,
        )} |`,
    ),
    '',
    presence({
      there: ready.map((figures) => share(figures?.readyWhenThere)).join(', '),
      not: ready.map((figures) => share(figures?.readyWhenNot)).join(', '),
    }),
  ].join('\n')
}

/** Tools of ours by their names, in bold. */
function named(who: string): string {
  return /^[a-z]+(?:_[a-z]+)?$/.test(who) ? `**\`${who}\`**` : who
}

function cells(rows: readonly AnswerRow[], locale: string): string {
  const answered = LANGUAGES.map((lang) => rows.find((row) => row.lang === lang)?.figures.answered ?? Number.NaN)
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const calls = mean(rows.map(({ figures }) => figures.calls))
  const characters = Math.round(mean(rows.map(({ figures }) => figures.characters)))
  return [
    ...answered.map(score),
    calls.toLocaleString(locale, { maximumFractionDigits: 1 }),
    characters.toLocaleString(locale, { useGrouping: 'always' } as Intl.NumberFormatOptions),
  ].join(' | ')
}
