import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Everything in a folder, with the times at which it was last touched: a file that came and went shows in its folder. */
export function photograph(dir: string): string {
  const entries = readdirSync(dir, { recursive: true, encoding: 'utf8' }).sort()
  const lines = ['.', ...entries].map((name) => {
    const stats = lstatSync(join(dir, name), { bigint: true })
    const content = stats.isFile() ? readFileSync(join(dir, name), 'utf8') : ''
    return `${name} ${stats.mtimeNs} ${stats.ctimeNs} ${content}`
  })
  return lines.join('\n')
}
