/** How old numbers become new ones: -1 for what is dropped. */
export type NewNumbers = Int32Array

export interface Renumbering {
  /** Of documents or sections; their order is kept. */
  readonly owners: NewNumbers
  /** Of terms; undefined when they keep theirs. */
  readonly terms: NewNumbers | undefined
}

/** The next number for each one that stays. */
export function renumber(length: number, stays: (old: number) => boolean): NewNumbers {
  let next = 0
  return Int32Array.from({ length }, (_, old) => (stays(old) ? next++ : -1))
}
