/** Where the line that goes on at `from` ends, before its line break. */
export function lineEnd(text: string, from: number): number {
  let at = from
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 10 || code === 13) break
  }
  return at
}
