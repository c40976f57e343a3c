import { en, type Strings } from './en.ts'
import { es } from './es.ts'
import { ja } from './ja.ts'

const languages: Readonly<Record<string, Strings>> = { en, es, ja }

/** The first of the browser's list that the page speaks, with its region, by which days are written; English otherwise. */
export function chooseLanguage(wanted: readonly string[]): string {
  return wanted.find((tag) => Object.hasOwn(languages, baseOf(tag))) ?? 'en'
}

export function stringsOf(language: string): Strings {
  return languages[baseOf(language)] ?? en
}

function baseOf(tag: string): string {
  return tag.split('-', 1)[0]!.toLowerCase()
}
