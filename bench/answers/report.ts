import type { Bar } from '../chart.ts'
import type { AnswerFigures, ThereFigures } from './figures.ts'
import type { PairFigures } from './pairs.ts'
import type { Language } from './question-set.ts'

export interface AnswerRow {
  readonly lang: Language
  readonly who: string
  /** Characters of text that were asked for; undefined: as shipped. */
  readonly limit?: number
  readonly figures: AnswerFigures
}

export interface Results {
  readonly answers: readonly AnswerRow[]
  readonly there: readonly { readonly lang: Language; readonly who: string; readonly figures: ThereFigures }[]
  readonly pairs: readonly { readonly lang: Language; readonly figures: PairFigures }[]
  readonly notes: readonly string[]
}

export const languageNames: Readonly<Record<Language, string>> = { ja: 'Japanese', es: 'Spanish', en: 'English' }

/** docs/answers.md, written from the figures of one run. */
export function markdownReport({ answers, there, pairs, notes }: Results): string {
  const shipped = answers.filter(({ limit }) => limit === undefined)
  return [
    '# Answers',
    '',
    'Written by `node --conditions=shoko-source bench/answers/main.ts` from the built server; do not edit. A thousand questions a language over encyclopedia articles, one file an article. "Answered" means that',
    'the words of the answer stand in what the caller got: for Shoko in the text or heading of a passage (`search`: the first three snippets), for the others anywhere in what they returned or read. The question sets are not part of the project.',
    'Some Spanish questions have an empty text among their answers. It counts as no answer; what counting it as found would give stands beside it. A question that has nothing but empty answers is left out (there is none today).',
    '',
    '![Answered questions by language](answers.svg)',
    '',
    '## Settings as shipped',
    '',
    answersTable(shipped),
    '',
    '## By the characters of text that are asked for',
    '',
    limitsTable(answers.filter(({ limit }) => limit !== undefined)),
    '',
    '## Is the answer there at all?',
    '',
    'Every second article is indexed and all questions are asked. AUROC: how well the confidence of the first passage tells one kind from the other (0.5 is a coin). Ready: how often the answer calls itself ready.',
    '"Called 0.8": of first passages with a confidence between 0.75 and 0.85, the share that answers.',
    '',
    '| | AUROC | ready when it is there | ready when it is not | called 0.8 |',
    '|---|---|---|---|---|',
    ...there.map(
      ({ lang, who, figures: { auroc, readyWhenThere, readyWhenNot, calledEight } }) =>
        `| ${languageNames[lang]}, \`${who}\` | ${score(auroc)} | ${percent(readyWhenThere)} | ${percent(readyWhenNot)} | ${percent(calledEight.share)} of ${calledEight.count} |`,
    ),
    '',
    '## Conflicts',
    '',
    'Plain questions have none: the first column is false alarms of `manual_find`. The judged pairs are short statements, half of which contradict each other (`fixtures/judged`).',
    '',
    '| | reported for plain questions | judged pairs | precision | recall |',
    '|---|---|---|---|---|',
    ...pairs.map(({ lang, figures }) => {
      const plain = shipped.find((row) => row.lang === lang && row.who === 'manual_find')
      return `| ${languageNames[lang]} | ${plain === undefined ? '–' : percent(plain.figures.conflicts)} | ${figures.pairs} | ${score(figures.precision)} | ${score(figures.recall)} |`
    }),
    '',
    ...(notes.length === 0 ? [] : ['## Notes', '', ...notes.map((note) => `- ${note}`), '']),
  ].join('\n')
}

function bothScores({ answered, answeredPlainly }: AnswerRow['figures']): string {
  return answered === answeredPlainly ? score(answered) : `${score(answered)} (${score(answeredPlainly)})`
}

export function bars({ answers }: Results): Bar[] {
  return answers
    .filter(({ limit }) => limit === undefined)
    .map(({ lang, who, figures }) => ({ group: languageNames[lang], series: who, value: figures.answered }))
}

function answersTable(rows: readonly AnswerRow[]): string {
  return [
    '| | answered | empty answers counted | first from the right article | calls | characters |',
    '|---|---|---|---|---|---|',
    ...rows.map(
      ({ lang, who, figures: { answered, answeredPlainly, firstRight, calls, characters } }) =>
        `| ${languageNames[lang]}, ${who} | ${score(answered)} | ${score(answeredPlainly)} | ${score(firstRight)} | ${calls.toFixed(1)} | ${Math.round(characters).toLocaleString('en')} |`,
    ),
  ].join('\n')
}

/** In brackets where empty answers are counted and that makes a difference. */
function limitsTable(rows: readonly AnswerRow[]): string {
  const limits = [...new Set(rows.map(({ limit }) => limit))]
  const who = [...new Set(rows.map((row) => `${row.lang} ${row.who}`))]
  return [
    `| answered | ${limits.join(' | ')} |`,
    `|---|${limits.map(() => '---').join('|')}|`,
    ...who.map((name) => {
      const cells = limits.map((limit) => rows.find((row) => `${row.lang} ${row.who}` === name && row.limit === limit))
      return `| ${name} | ${cells.map((row) => (row === undefined ? '–' : bothScores(row.figures))).join(' | ')} |`
    }),
  ].join('\n')
}

export function score(value: number): string {
  return Number.isNaN(value) ? '–' : value.toFixed(3).replace(/^0/, '')
}

function percent(value: number): string {
  return Number.isNaN(value) ? '–' : `${(value * 100).toFixed(1)} %`
}
