/** Where titles are looked for. */
const HEAD = 4096
const MATTER = /^---[ \t]*[\r\n]([\s\S]*?)[\r\n](?:---|\.\.\.)[ \t]*(?:[\r\n]|$)/
const TITLE = /^title:([^\r\n]+)$/m
const HEADING = /^#[ \t]([^\r\n]+)$/m

/** What a note calls itself: `title` of its front matter, else its first heading of level one. */
export function titleOf(text: string): string | undefined {
  const head = text.slice(0, HEAD)
  const matter = MATTER.exec(head)
  const title = matter === null ? undefined : unquoted(TITLE.exec(matter[1]!)?.[1] ?? '')
  if (title) return title
  const heading = HEADING.exec(matter === null ? head : head.slice(matter[0].length))?.[1]?.trim()
  return heading?.replace(/(?<=\s)#+$/, '').trimEnd() || undefined
}

function unquoted(value: string): string {
  const text = value.trim()
  const [first, last] = [text[0], text.at(-1)]
  return text.length > 1 && first === last && (first === '"' || first === "'") ? text.slice(1, -1) : text
}
