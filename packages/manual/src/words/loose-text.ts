import { LetterRuns } from './letter-runs.ts'

/** What may stand inside a loosely written word, in comparable text. */
const SEPARATORS = ' -・/()'
const RUNS_OF_THEM = /[ \-・/()]+/g
const CODES: ReadonlySet<number> = new Set([...SEPARATORS].map((separator) => separator.charCodeAt(0)))

export function isSeparatorCode(code: number): boolean {
  return CODES.has(code)
}

/** Without separators. */
export function compacted(text: string): string {
  return text.replace(RUNS_OF_THEM, '')
}

/** Comparable text, and what tells quickly that a word does not stand in it even loosely; made when first asked for. */
export class LooseText {
  readonly text: string
  private withoutSeparators: string | undefined
  private letterRuns: LetterRuns | undefined

  constructor(text: string) {
    this.text = text
  }

  get compact(): string {
    this.withoutSeparators ??= compacted(this.text)
    return this.withoutSeparators
  }

  get runs(): LetterRuns {
    this.letterRuns ??= new LetterRuns(this.text)
    return this.letterRuns
  }
}
