/** Where a terminal or an editor begins a new line, tabs included: what stands in a table keeps its place. */
const breaks = /\r\n|[\t\n\v\f\r\u0085\u2028\u2029]/g
/** All that moves the cursor, speaks to the terminal or turns the reading direction, but line ends and tabs. */
const controls = /\r(?!\n)|[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g

/** A name or a title on one line, whatever is in it. */
export function oneLine(text: string): string {
  return text.replaceAll(breaks, symbolOf)
}

/** The text with its control characters as signs that are read instead of obeyed. */
export function withVisibleControls(text: string): string {
  return text.replaceAll(controls, symbolOf)
}

function symbolOf(found: string): string {
  if (found === '\r\n' || found === '\u2028' || found === '\u2029') return '\u2424'
  const code = found.charCodeAt(0)
  if (code < 0x20) return String.fromCharCode(0x2400 + code)
  if (code === 0x7f) return '\u2421'
  // The second row of controls is the escape character and a letter in one.
  return code < 0xa0 ? `\u241b${String.fromCharCode(code - 0x40)}` : '\u2426'
}
