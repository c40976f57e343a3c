/** A new day's file. */
export function renderSession(date: string, content: string): string {
  return `# Session ${date}\n\n${endLine(content, '\n')}`
}

/** How much of a file's end is looked at to see how it ends. */
const TAIL = 64 * 1024

/** The day's file with one entry more, after a blank line, `---` and a blank line, in the file's own newline style. */
export function appendSession(file: Buffer, entry: { readonly date: string; readonly content: string }): Buffer {
  return Buffer.concat([file, Buffer.from(additionTo(file, entry))])
}

/** In bytes, and by the end alone: a day's file can be large, and is as it was but for what comes after it. */
function additionTo(file: Buffer, { date, content }: { readonly date: string; readonly content: string }): string {
  const tail = file.subarray(-TAIL).toString('utf8')
  if (tail.trim() === '' && file.toString('utf8').trim() === '') return renderSession(date, content)
  const newline = file.includes('\r\n') ? '\r\n' : '\n'
  const end = /[\r\n]$/.test(tail) ? '' : newline
  const gap = /(?:\n|\r(?!\n))[ \t]*(?:\r\n|\n|\r)$/.test(tail + end) ? '' : newline
  return `${end}${gap}---${newline}${newline}${endLine(content, newline)}`
}

/** `2026-11-13` of `2026-11-13.md` and `2026-11-13-debugging.md`. */
export function sessionDate(filename: string): string | undefined {
  return /^(\d{4}-\d{2}-\d{2})(?!\d)/.exec(filename.split('/').at(-1)!)?.[1]
}

function endLine(text: string, newline: string): string {
  return /[\r\n]$/.test(text) ? text : text + newline
}
