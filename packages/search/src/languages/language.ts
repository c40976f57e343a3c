import type { LatinWords } from '../statement/latin-words.ts'

/** Words written apart by spaces, folded and in lower case unless said otherwise. */
export type Words = string

/**
 * All that the packages know of one language. What is worked out from it (sets, patterns, readers) is worked out once where it
 * is used; nobody else names a language. CONTRIBUTING.md says how to add one.
 */
export interface Language<Code extends string = string> {
  readonly code: Code
  /** Grammar: words that say nothing about a topic, question words among them. It tells one language from another. */
  readonly grammar: Words
  /** Grammar that can carry the meaning of a question all the same: negations, and words that are also nouns or verbs. */
  readonly meaningful: Words
  /** Words by which a question says what kind of answer it wants; the sentence that answers seldom says them. */
  readonly asking: Words
  readonly questions: QuestionWords
  readonly confidence: ConfidenceCurve
  /** What kind of document a heading names says nothing about what is in it: such words, and their stems. */
  readonly documentWords: Words
  readonly manuals: ManualWords
  readonly workspaces: WorkspaceWords
}

/** A language that writes words apart, in Latin letters. */
export interface LatinLanguage<Code extends string = string> extends Language<Code> {
  /** Of a folded word. */
  readonly stem: (word: string) => string
  /** Words that are no grammar but tell the language all the same: common verbs. */
  readonly telling: Words
  /** Marks that only this language has: ¿ and ¡. */
  readonly marks?: string
  /** Endings of folded words by which it is told from one that shares most of its grammar. */
  readonly endings: RegExp
  /** Abbreviations, whose full stop ends no sentence, and those of them after which a sentence always goes on. */
  readonly abbreviations: Words
  readonly neverLast: Words
  readonly statements: LatinGrammar
}

/** How sentences of the language state something. */
export interface LatinGrammar {
  readonly words: LatinWords
  /** Of a folded sentence. */
  readonly isQuestion: (folded: string) => boolean
  /** The words of an order not to do something; undefined when the sentence is none. */
  readonly bannedIn: (folded: string) => string | undefined
  /** Writes out what short forms hide. */
  readonly rewrite: (folded: string) => string
}

/** Parts of patterns, joined by `|`; for folded text. */
export interface QuestionWords {
  /** What opens a question and is no part of what it asks about; accents as typed or not. */
  readonly opens: string
  /** What asks for a date, or for a number. */
  readonly date: string
  readonly number: string
  /** What a date looks like beside its year, and a number beside its digits. */
  readonly dates: string
  readonly numbers: string
}

/** How sure a passage is: a logistic function of its raw confidence. Questions of a language say more or less of what they are about. */
export interface ConfidenceCurve {
  /** The raw confidence of which half of the passages answer, or a little less: a question that is answered shall not be sent away. */
  readonly middle: number
  /** How quickly doubt turns into certainty there. */
  readonly steepness: number
  /** What a passage loses for want of one telling word. None in Japanese, where the same thing is written in more ways than one. */
  readonly doubt: number
}

export const FACETS = ['definition', 'procedure', 'eligibility', 'exceptions', 'compare'] as const
/** A kind of question that a manual answers. */
export type FacetName = (typeof FACETS)[number]

/** Lists of words and phrases as a person writes them; inflections that matter are listed. */
export interface ManualWords {
  /** By facet: words that show it in a query, a heading or a text; and question words, which show it in a query only. */
  readonly facets: Readonly<Record<FacetName, { readonly hints: readonly string[]; readonly asked?: readonly string[] }>>
  /** Longer words in which a hint only seems to stand; and those that do so in questions only. */
  readonly decoys: readonly string[]
  readonly askedDecoys: readonly string[]
  /** Parts of questions that ask for nothing, whatever hint is in them: どちらの…でも leaves the choice. */
  readonly asksNothing?: RegExp
  /** Questions for a number. They hint at no facet, and stand in the way of hints inside of them: "how long" does not ask how. */
  readonly quantities: readonly string[]
  /** What announces a limit of what was said before. */
  readonly exceptions: readonly string[]
  /** By which words a sentence sends its reader to another place; the group `place` is what that place is called there. */
  readonly references: readonly RegExp[]
  /** Words that mean the same to a reader of manuals. */
  readonly synonyms: readonly (readonly string[])[]
}

/** How people write the parts of a project's workspace; case and accents make no difference in headings. */
export interface WorkspaceWords {
  /** By status; the first is the one that is written back. */
  readonly statuses: Readonly<Record<'pending' | 'in-progress' | 'done' | 'blocked', readonly string[]>>
  /** The label of a status line. */
  readonly statusLabel: RegExp
  readonly headings: {
    /** What comes next, or is in the way. */
    readonly next: readonly string[]
    readonly decisions: readonly string[]
    /** What is to be reached. */
    readonly goals: readonly string[]
  }
}

export function wordSet(words: Words): ReadonlySet<string> {
  return new Set(
    words
      .trim()
      .split(/\s+/)
      .filter((word) => word !== ''),
  )
}
