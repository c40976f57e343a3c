import { english } from './texts-en.ts'
import { spanish } from './texts-es.ts'
import { japanese } from './texts-ja.ts'

/** What the tour says in one language, and what it asks the tools. */
export interface TourTexts {
  readonly welcome: string
  readonly you: string
  readonly why: string
  readonly more: (lines: number) => string
  readonly find: StepTexts & { readonly query: string }
  readonly read: StepTexts
  readonly cite: StepTexts & { readonly source: string; readonly from: number; readonly to: number }
  readonly audit: StepTexts & { readonly artifact: string; readonly source: string; readonly draft?: string }
  readonly card: StepTexts & { readonly card: string }
  readonly task: StepTexts & {
    readonly project: string
    readonly task: string
    readonly objective: string
    readonly steps: readonly string[]
    readonly criteria: readonly string[]
    readonly query: string
  }
  readonly end: readonly string[]
  readonly stopped: string
}

export interface StepTexts {
  readonly title: string
  /** What a person would say to an agent. */
  readonly says: string
  /** One sentence. */
  readonly because: string
}

export const texts = { en: english, ja: japanese, es: spanish } satisfies Readonly<Record<string, TourTexts>>
export type Language = keyof typeof texts
export const languages = Object.keys(texts) as readonly Language[] // the keys are what stands above

/** The language of the terminal, as LC_ALL, LC_MESSAGES and LANG say it, in that order; English for all others. */
export function languageOf(env: Readonly<Record<string, string | undefined>>): Language {
  const locale = [env.LC_ALL, env.LC_MESSAGES, env.LANG].find((value) => value !== undefined && value !== '') ?? ''
  return languages.find((language) => new RegExp(`^${language}(?![a-z])`, 'i').test(locale)) ?? 'en'
}
