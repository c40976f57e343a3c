import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

export interface JudgedDocument {
  readonly title: string
  readonly heading: string
  readonly text: string
}

export interface JudgedQuery {
  readonly q: string
  /** Document index to grade. */
  readonly rel: Readonly<Record<string, number>>
}

export interface JudgedSet {
  readonly name: string
  readonly lang: 'ja' | 'es' | 'en'
  readonly docs: readonly JudgedDocument[]
  readonly queries: readonly JudgedQuery[]
}

export const setNames = ['jsquad-valid', 'k8s-ja', 'squad-es', 'xquad-es', 'k8s-es', 'xquad-en', 'k8s-en'] as const

/** The sets stay out of the project; this is where they are looked for, beside the repository. */
export const dataPath = join(import.meta.dirname, '../../../shared/data')

export function missingSets(names: readonly string[]): string[] {
  return names.filter((name) => !existsSync(fileOf(name)))
}

export function loadSet(name: string): JudgedSet {
  return JSON.parse(gunzipSync(readFileSync(fileOf(name))).toString('utf8')) as JudgedSet // the format its README gives
}

/** So many questions of the other sets in the language, over and over: code gets compiled, and nothing of this set is remembered. */
export function warmUpFor({ name, lang }: JudgedSet): string[] {
  const questions = setNames
    .filter((other) => other !== name && missingSets([other]).length === 0)
    .map(loadSet)
    .filter((other) => other.lang === lang)
    .flatMap(({ queries }) => queries.map(({ q }) => q))
  return questions.length === 0 ? [] : Array.from({ length: WARM_UP }, (_, place) => questions[place % questions.length]!)
}

const WARM_UP = 1_000

/** One file a document, as a person would write it: the title as first heading. */
export function markdownOf({ title, text }: JudgedDocument): string {
  return `# ${title.replaceAll(/\s+/g, ' ').trim()}\n\n${text}\n`
}

export function writeDocuments(folder: string, texts: readonly string[]): void {
  mkdirSync(folder, { recursive: true })
  for (const [index, text] of texts.entries()) writeFileSync(join(folder, fileNameOf(index)), text)
}

export function fileNameOf(index: number): string {
  return `d${String(index).padStart(5, '0')}.md`
}

export function indexOfFile(name: string): number {
  return Number(/d(\d+)\.md$/.exec(name)?.[1] ?? -1)
}

function fileOf(name: string): string {
  return join(dataPath, `${name}.json.gz`)
}
