/** Ignores case, anchors at lines; by code points where the pattern allows it. Undefined when it does not compile. */
export function compileRegex(pattern: string): RegExp | undefined {
  return attempt(pattern, 'gimu') ?? attempt(pattern, 'gim')
}

/** A pattern that fails late in every place is tried letter by letter in each; shorter ones pass a part of a file in a moment. */
const SHORT = 64

/**
 * Without repetition, back references and more than one group an engine never comes back to a place more often than the pattern is
 * long. Everything else may; but what is no pattern is looked for as it stands.
 */
export function isHarmlessPattern(pattern: string): boolean {
  const goesOnce = isShortPattern(pattern) && !/[*+?{]|\\[1-9k]|\(.*\(/s.test(pattern)
  return goesOnce || compileRegex(pattern) === undefined
}

export function isShortPattern(pattern: string): boolean {
  return pattern.length <= SHORT
}

export function escapeRegex(literal: string): string {
  return literal.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
}

function attempt(pattern: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(pattern, flags)
  } catch {
    return undefined
  }
}
