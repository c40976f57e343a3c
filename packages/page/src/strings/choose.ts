import { en, type Strings } from './en.ts'
import { es } from './es.ts'
import { ja } from './ja.ts'

const languages: Readonly<Record<string, Strings>> = { en, es, ja }

/** The first language of the browser's list that the page speaks; English otherwise. */
export function chooseLanguage(wanted: readonly string[]): string {
  return wanted.map((tag) => tag.split('-', 1)[0]!.toLowerCase()).find((tag) => Object.hasOwn(languages, tag)) ?? 'en'
}

export function stringsOf(language: string): Strings {
  return languages[language] ?? en
}
