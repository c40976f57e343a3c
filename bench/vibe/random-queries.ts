import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DomainError } from '@shoko/contract'
import { openVibe, search } from '@shoko/vibe-bridge'
import { randomQueries } from '../../packages/vibe-bridge/test/random-queries.ts'
import { writeCorpus } from './corpus.ts'

/** node --conditions=shoko-source bench/vibe/random-queries.ts [count]: every query is answered, or refused as INVALID_QUERY. */
const count = Number(process.argv[2] ?? 200_000)
const root = mkdtempSync(join(tmpdir(), 'shoko-vibe-queries-'))
writeCorpus(root, { documents: 30, bytes: 60_000 })
const ctx = openVibe({ root })
const outcome = { answered: 0, refused: 0, failed: 0 }
for (const query of randomQueries(count, 11)) {
  try {
    await search(ctx, { query })
    outcome.answered++
  } catch (error) {
    if (error instanceof DomainError && error.reason === 'invalid_query') outcome.refused++
    else {
      outcome.failed++
      console.log(JSON.stringify(query), error)
    }
  }
}
await ctx.close()
rmSync(root, { recursive: true, force: true })
console.log(`${count} random queries: ${outcome.answered} answered, ${outcome.refused} refused, ${outcome.failed} failed`)
process.exitCode = outcome.failed === 0 ? 0 : 1
