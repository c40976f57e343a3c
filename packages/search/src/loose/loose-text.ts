import { isAsciiWordUnit } from '../ascii.ts'
import { looseColumns } from '../index/kept-columns.ts'
import { PairFilter } from '../pair-filter.ts'
import { withoutSeparators } from './loose.ts'
import { RUN, RunFilter, runOf } from './run-filter.ts'

/** Comparable text, and what tells quickly that a word does not stand in it even loosely; made when first asked for. */
export class LooseText {
  readonly text: string
  private compacted: string | undefined
  private filter: RunFilter | undefined
  private compactFilter: RunFilter | undefined
  private pairFilter: PairFilter | undefined

  constructor(text: string) {
    this.text = text
  }

  get compact(): string {
    this.compacted ??= withoutSeparators(this.text)
    return this.compacted
  }

  /** Of the text without separators. */
  get compactRuns(): RunFilter {
    this.compactFilter ??= new RunFilter(this.compact)
    return this.compactFilter
  }

  /** Pairs of letters, which are what tells Japanese words apart. */
  get pairs(): PairFilter {
    this.pairFilter ??= new PairFilter(this.text, looseColumns)
    return this.pairFilter
  }

  /** False where no word of the text begins like this, or, in Japanese, where it does not stand in the text at all. */
  mayHold(word: string): boolean {
    if (!isAsciiWordUnit(word.charCodeAt(0))) return this.pairs.mayHold(word)
    return word.length < RUN || this.runs.mayHold(runOf(word.slice(0, RUN)))
  }

  get runs(): RunFilter {
    this.filter ??= new RunFilter(this.text)
    return this.filter
  }
}
