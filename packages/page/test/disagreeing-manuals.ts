import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Two manuals that say different days of the same thing. */
export function disagreeingManuals(path: string): void {
  for (const [manual, days] of [
    ['hire-terms', '30'],
    ['shop-guide', '14'],
  ] as const) {
    mkdirSync(join(path, 'manuals', manual), { recursive: true })
    writeFileSync(
      join(path, 'manuals', manual, 'hire.md'),
      `# Grinder hire\n\nA hired grinder is returned within ${days} days.\n`,
    )
  }
}
