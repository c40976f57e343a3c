import { PairFilter } from '../pair-filter.ts'
import { withoutSeparators } from './loose.ts'
import { RunFilter } from './run-filter.ts'

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
    this.pairFilter ??= new PairFilter(this.text)
    return this.pairFilter
  }

  get runs(): RunFilter {
    this.filter ??= new RunFilter(this.text)
    return this.filter
  }
}
