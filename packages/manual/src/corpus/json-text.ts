/** The words of a JSON file: its keys and values. Broken JSON is still text that somebody may look for, so it is searched as written. */
export function jsonText(source: string): string {
  try {
    const words: string[] = []
    collectWords(JSON.parse(source.replace(/^\uFEFF/, '')), words)
    return words.join('\n')
  } catch {
    return source
  }
}

/** Iterative, because the nesting of a file is not ours to trust. */
function collectWords(value: unknown, words: string[]): void {
  const open: unknown[] = [value]
  while (open.length > 0) {
    const item = open.pop()
    if (Array.isArray(item)) open.push(...item.toReversed())
    else if (typeof item === 'object' && item !== null) openEntries(item, open)
    else if (item !== null) words.push(String(item))
  }
}

function openEntries(item: object, open: unknown[]): void {
  for (const [key, value] of Object.entries(item).toReversed()) open.push(value, key)
}
