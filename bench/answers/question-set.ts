import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { dataPath } from '../retrieval/judged-sets.ts'

export type Language = 'ja' | 'es' | 'en'

export interface Question {
  readonly q: string
  readonly answers: readonly string[]
  /** Place of the article that answers. */
  readonly article: number
}

export interface QuestionSet {
  readonly lang: Language
  readonly articles: readonly { readonly title: string; readonly paragraphs: readonly string[] }[]
  readonly questions: readonly Question[]
}

/** The sets stay out of the project, as those of bench/retrieval do. */
export function isMissing(lang: Language): boolean {
  return !existsSync(fileOf(lang))
}

export function loadQuestions(lang: Language): QuestionSet {
  return JSON.parse(gunzipSync(readFileSync(fileOf(lang))).toString('utf8')) as QuestionSet // the format its README gives
}

export interface Workspace {
  readonly path: string
  readonly manual: string
  readonly vault: string
  readonly vibe: string
}

/** The same articles as a manual, as notes and as documents of a project: one file an article. */
export function writeWorkspace(path: string, { articles }: QuestionSet, wanted: (article: number) => boolean): Workspace {
  const folders = {
    manual: join(path, 'manuals/articles'),
    vault: join(path, 'vault'),
    vibe: join(path, 'vibe/articles/references'),
  }
  for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true })
  for (const [place, { title, paragraphs }] of articles.entries()) {
    if (!wanted(place)) continue
    const text = `# ${title}\n\n${paragraphs.join('\n\n')}\n`
    for (const folder of Object.values(folders)) writeFileSync(join(folder, fileName(place)), text)
  }
  return { path, ...folders }
}

export function fileName(article: number): string {
  return `a${String(article).padStart(4, '0')}.md`
}

export function articleOf(path: string): number {
  return Number(/a(\d{4})\.md$/.exec(path)?.[1] ?? -1)
}

/** An empty text among the answers, as some questions of the Spanish set have, is none: every text would hold it. */
export function isAnswered({ answers }: Question, texts: readonly string[]): boolean {
  return answers.some((answer) => answer !== '' && texts.some((text) => text.includes(answer)))
}

/** Whether there is any answer to be found. */
export function isAnswerable({ answers }: Question): boolean {
  return answers.some((answer) => answer !== '')
}

/** The same where an empty text counts as one that is always there: what a plain look for the answers gives. */
export function isAnsweredPlainly(question: Question, texts: readonly string[]): boolean {
  return isAnswered(question, texts) || (texts.length > 0 && question.answers.includes(''))
}

function fileOf(lang: Language): string {
  return join(dataPath, `qa-${lang}.json.gz`)
}
