const LEAST_CHARS = 2
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/** The words of a question as they may stand in a text: what stands between spaces, or, where there are none, what the browser cuts. */
export function wordsOf(query: string): string[] {
  const words = new Set<string>()
  const segments = new Intl.Segmenter(undefined, { granularity: 'word' }).segment(query.normalize('NFKC').toLowerCase())
  for (const { segment, isWordLike } of segments) {
    const isShort = [...segment].length < LEAST_CHARS && !/\p{Script=Han}/u.test(segment)
    const isKana = /^\p{Script=Hiragana}+$/u.test(segment)
    if (isWordLike === true && !isShort && !isKana) words.add(segment)
  }
  return [...words].sort((a, b) => b.length - a.length)
}

/** The text with the words marked; inflected forms count for their beginning. */
export function MarkedText({ text, words }: { readonly text: string; readonly words: readonly string[] }) {
  if (words.length === 0) return <>{text}</>
  const pattern = new RegExp(`(${words.map(patternOf).join('|')})`, 'giu')
  return <>{text.split(pattern).map((part, index) => (index % 2 === 1 ? <mark key={index}>{part}</mark> : part))}</>
}

function patternOf(word: string): string {
  const literal = word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return CJK.test(word) ? literal : `(?<![\\p{L}\\p{N}])${literal}(?:e?s)?(?![\\p{L}\\p{N}])`
}
