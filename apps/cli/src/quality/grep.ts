import type { QualityDocument } from './documents.ts'

/**
 * What somebody with grep would do: look for every word of the query, ignoring case, and read first the file with the most different
 * words, then the one with the most matching lines. The files are in memory, so its time is that of the comparing alone.
 */
export function createGrep(documents: readonly QualityDocument[]): (query: string) => readonly string[] {
  const files = documents.map(({ path, text }) => ({ path, lines: text.toLowerCase().split('\n') }))
  return (query) => {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean)
    return files
      .map(({ path, lines }) => ({ path, ...count(lines, words) }))
      .filter(({ found }) => found > 0)
      .sort((a, b) => b.found - a.found || b.lines - a.lines || (a.path < b.path ? -1 : 1))
      .map(({ path }) => path)
  }
}

function count(lines: readonly string[], words: readonly string[]): { readonly found: number; readonly lines: number } {
  const perWord = words.map((word) => lines.filter((line) => line.includes(word)).length)
  return { found: perWord.filter((number) => number > 0).length, lines: perWord.reduce((sum, number) => sum + number, 0) }
}
