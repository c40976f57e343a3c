/** What shoko_find asks of a family, in the family's own words nowhere: a binding translates. */
export interface FindRequest {
  readonly query: string
  readonly limits: FindLimits
}

export interface FindLimits {
  readonly maxPassages: number
  readonly maxChars: number
}

export interface FoundPassage {
  /** What the family's reader takes. */
  readonly ref: Readonly<Record<string, unknown>>
  readonly heading: string
  readonly text: string
  readonly confidence: number
  /** The call that reads on from here, by the tool's own name. */
  readonly read: { readonly type: string; readonly params: Readonly<Record<string, unknown>> }
}

export interface FamilyFindings {
  readonly candidates: number
  /** Best first. */
  readonly passages: readonly FoundPassage[]
}
