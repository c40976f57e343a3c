const LEAST_CHARS = 2
/** Words that stand everywhere: marked, they would hide the others. */
const COMMON = new Set(
  (
    'a an and are as at be by do does for from has have how i in is it its not of on or that the this to was what when where which who why will with you ' +
    'al como con cual cuando de del el ella en es esta este la las lo los más no o para por que qué se si sin son su sus un una y'
  ).split(' '),
)
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
  const telling = [...words].filter((word) => !COMMON.has(word))
  return (telling.length > 0 ? telling : [...words]).sort((a, b) => b.length - a.length)
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
