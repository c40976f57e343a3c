/** Replaces the first `max` occurrences, literally and from left to right; what was put in is not searched again. */
export function replaceFirst(
  text: string,
  find: string,
  replacement: string,
  max: number,
): { readonly text: string; readonly count: number } {
  if (find === '') return { text, count: 0 }
  const parts: string[] = []
  let from = 0
  for (let at = text.indexOf(find); at !== -1 && parts.length < max; at = text.indexOf(find, from)) {
    parts.push(text.slice(from, at))
    from = at + find.length
  }
  return { text: [...parts, text.slice(from)].join(replacement), count: parts.length }
}
