/** `synonyms.json`: a list of groups, or an object of a word and its synonyms. Anything else in it is passed over. */
export function parseSynonyms(text: string): string[][] {
  const value = parseJson(text)
  const groups = Array.isArray(value) ? value : entriesOf(value)
  return groups.map(wordsOf).filter((group) => group.length > 1)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return []
  }
}

function entriesOf(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).map(([word, others]) => [word, ...(Array.isArray(others) ? others : [others])])
}

function wordsOf(group: unknown): string[] {
  if (!Array.isArray(group)) return []
  return group.filter((word): word is string => typeof word === 'string' && word.trim() !== '')
}
