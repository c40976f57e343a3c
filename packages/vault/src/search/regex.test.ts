import { describe, expect, it } from 'vitest'
import { isHarmlessPattern } from './regex.ts'

describe('patterns that need no guard', () => {
  it.each(['hardness|硬度', '^# .\\d$', '(dry|wet) goods', 'f(x)', '(unclosed', '*', `${'a'.repeat(100)}(`])(
    'go once over a text, or are no patterns: %s',
    (pattern) => expect(isHarmlessPattern(pattern)).toBe(true),
  )

  it.each(['a+', '.*b', 'x{2,}', '(a)\\1', '(a|a)(a|a)', '(?=a)b', 'a'.repeat(100)])('are not those: %s', (pattern) =>
    expect(isHarmlessPattern(pattern)).toBe(false),
  )
})
