/** Conversions between UTF-16 offsets and code points that stay fast on large files: text without surrogates needs no walk. */
export function unitOffset(text: string, codePoints: number, from: number): number | undefined {
  const direct = from + codePoints
  const hasSurrogates = SURROGATE.test(text.slice(from, Math.min(direct, text.length)))
  if (!hasSurrogates) return direct <= text.length ? direct : undefined
  let at = from
  for (let left = codePoints; left > 0; left--) {
    if (at >= text.length) return undefined
    at += text.codePointAt(at)! > 0xffff ? 2 : 1
  }
  return at
}

/** How many code points stand before a UTF-16 offset. */
export function codePointsIn(text: string, units: number): number {
  const part = text.slice(0, units)
  if (!SURROGATE.test(part)) return part.length
  let count = 0
  for (const _ of part) count++
  return count
}

const SURROGATE = /[\uD800-\uDFFF]/
