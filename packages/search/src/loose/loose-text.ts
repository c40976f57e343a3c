import { isAsciiWordUnit } from '../ascii.ts'
import { looseColumns } from '../index/kept-columns.ts'
import { PairFilter } from '../pair-filter.ts'
import { isSeparator, withoutSeparators } from './loose.ts'
import { RUN, RunFilter, runOf } from './run-filter.ts'

/** Comparable text, and what tells quickly that a word does not stand in it even loosely; made when first asked for. */
export class LooseText {
  readonly text: string
  private compacted: string | undefined
  private filter: RunFilter | undefined
  private compactFilter: RunFilter | undefined
  private pairFilter: PairFilter | undefined
  private jointFilter: PairFilter | undefined

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

  /** False where a word of letters without separators does not stand in the text, nor with separators inside. */
  mayHoldJapanese(word: string): boolean {
    return this.pairs.mayHold(word) || this.joints.mayHoldSome(word)
  }

  /** Pairs of letters that only separators part: few texts have many, and none is within a word. */
  private get joints(): PairFilter {
    this.jointFilter ??= new PairFilter(jointsIn(this.text), looseColumns)
    return this.jointFilter
  }

  get runs(): RunFilter {
    this.filter ??= new RunFilter(this.text)
    return this.filter
  }
}

/** The letters before and behind each run of separators, one pair behind the other. */
function jointsIn(text: string): string {
  let joints = ''
  for (let at = 1; at < text.length; at++) {
    if (!isSeparator(text.charCodeAt(at)) || isSeparator(text.charCodeAt(at - 1))) continue
    let next = at + 1
    while (isSeparator(text.charCodeAt(next))) next++
    joints += text[at - 1]! + (text[next] ?? '')
  }
  return joints
}
