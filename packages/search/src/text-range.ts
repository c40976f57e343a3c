/** Part of a text, in UTF-16 units; `end` is behind it. */
export interface TextRange {
  readonly start: number
  readonly end: number
}
