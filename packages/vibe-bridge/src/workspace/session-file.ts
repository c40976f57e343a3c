/** A new day's file. */
export function renderSession(date: string, content: string): string {
  return `# Session ${date}\n\n${endLine(content, '\n')}`
}

/** The day's file with one entry more, after a blank line, `---` and a blank line, in the file's own newline style. */
export function appendSession(text: string, entry: { readonly date: string; readonly content: string }): string {
  if (text.trim() === '') return text + renderSession(entry.date, entry.content)
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  const closed = endLine(text, newline)
  const gap = /(?:\n|\r(?!\n))[ \t]*(?:\r\n|\n|\r)$/.test(closed) ? '' : newline
  return `${closed}${gap}---${newline}${newline}${endLine(entry.content, newline)}`
}

/** `2026-11-13` of `2026-11-13.md` and `2026-11-13-debugging.md`. */
export function sessionDate(filename: string): string | undefined {
  return /^(\d{4}-\d{2}-\d{2})(?!\d)/.exec(filename.split('/').at(-1)!)?.[1]
}

function endLine(text: string, newline: string): string {
  return /[\r\n]$/.test(text) ? text : text + newline
}
