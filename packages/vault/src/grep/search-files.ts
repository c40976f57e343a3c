import { splitLines, type WalkedFile } from '@shoko/core-fs'
import type { JobPulse } from './gauge.ts'
import { createMatcher, type Matcher } from './matchers.ts'
import type { SearchAnswer, SearchHit, SearchJob } from './protocol.ts'
import { snippetAt } from './snippet.ts'
import type { TextCache, TextPart } from './text-cache.ts'

export interface SearchSource {
  readonly files: readonly WalkedFile[]
  readonly cache: TextCache
  readonly pulse: JobPulse
}

/** The first match of each file, in path order, until the limit is reached. */
export async function searchFiles(job: SearchJob, { files, cache, pulse }: SearchSource): Promise<SearchAnswer> {
  const matcher = await createMatcher(job.engine, job.query)
  const hits: SearchHit[] = []
  let warnings = 0
  for (const file of files) {
    if (pulse.turnIsOver) await pulse.rest()
    const parts = cache.open(file)
    if (parts === 'not_text') warnings++
    if (typeof parts === 'string') continue
    const hit = searchParts(parts, { path: file.path, matcher, pulse })
    cache.settle(file.path)
    if (hit !== undefined && hits.push(hit) === job.limit) break
  }
  return { kind: 'search', hits, warnings }
}

function searchParts(
  parts: Iterable<TextPart>,
  { path, matcher, pulse }: { readonly path: string; readonly matcher: Matcher; readonly pulse: JobPulse },
): SearchHit | undefined {
  let hit: SearchHit | undefined
  for (const { text, linesBefore } of parts) {
    const found = pulse.matching(() => matcher(text))
    if (found === undefined) continue
    if (hit !== undefined) hit = { ...hit, match_count: hit.match_count + found.count }
    else {
      const line = linesBefore + lineAt(text.text, found.first)
      hit = { path, snippet: snippetAt(text.text, found.first), line, match_count: found.count }
    }
  }
  return hit
}

/** Only what comes before a match is looked at: it is found once a file. */
function lineAt(text: string, offset: number): number {
  return Math.max(1, splitLines(text.slice(0, offset + 1)).length)
}
