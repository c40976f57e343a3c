import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fixtures } from '../../packages/testkit/src/index.ts'

/** The cards of the demo workspace. Their ids are the same every time; those of new cards are not. */
export function knownCards(): ReadonlySet<string> {
  return new Set(readFileSync(join(fixtures, 'workspace/.kanban/cards.ndjson'), 'utf8').match(/\b01[0-9A-Z]{24}\b/g))
}
