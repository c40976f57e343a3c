import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface PageCommand {
  readonly page: string
  readonly line: string
}

/** The pages that tell a reader what to type. */
export function pagesOf(root: string): readonly string[] {
  return globSync(['README*.md', 'docs/guides/*.md'], { cwd: root }).sort()
}

/** Every command of a page: the lines of its shell blocks, and code in its sentences that begins with npm. */
export function commandsOf(root: string, page: string): readonly PageCommand[] {
  const text = readFileSync(join(root, page), 'utf8')
  const blocks = [...text.matchAll(/^```(?:sh|bash|console)\n(.*?)^```/gms)].flatMap(([, block = '']) => block.trim().split('\n'))
  const inline = [...text.replaceAll(/^```.*?^```/gms, '').matchAll(/`((?:npm|npx|node|shoko) [^`\n]+)`/g)].map(
    ([, code = '']) => code,
  )
  const lines = [...blocks, ...inline].map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'))
  return [...new Set(lines)].filter((line) => !isName(line)).map((line) => ({ page, line }))
}

/** The command itself is spoken of, not called: it ends where its arguments would begin, or has a place to be filled in. */
function isName(line: string): boolean {
  return / --$/.test(line) || line.includes('/path/to/')
}
