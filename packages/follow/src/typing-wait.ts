/** Titles that are typed do not wait for a tree that is read for the first time: what is known by then answers. */
export const FIRST_READING_MS = 250
/** Whoever types is shown what is known already; the next key asks again. */
const TYPING_MS = 15

/** How long completion waits for a tree to be brought up to date of which so many files are known. */
export function typingWait(known: number): number {
  return known > 0 ? TYPING_MS : FIRST_READING_MS
}
