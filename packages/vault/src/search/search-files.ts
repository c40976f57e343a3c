import { nameOf, splitLines, type WalkedFile } from '@shoko/core-fs'
import type { FileText } from './file-text.ts'
import type { JobPulse } from './job-control.ts'
import { createMatcher, type Matcher } from './matchers.ts'
import { type SearchAnswer, type SearchJob, SKIPPED_NAMED } from './protocol.ts'
import { type FileRank, RankedHits } from './ranked-hits.ts'
import { snippetAt } from './snippet.ts'
import type { TextCache, TextPart } from './text-cache.ts'
import { titleOf } from './title.ts'

export interface SearchSource {
  readonly files: readonly WalkedFile[]
  readonly cache: TextCache
  readonly pulse: JobPulse
}

/** Every file that matches, and the first match of the best of them. */
export async function searchFiles(job: SearchJob, { files, cache, pulse }: SearchSource): Promise<SearchAnswer> {
  const matcher = await createMatcher(job.engine, job.query)
  const hits = new RankedHits(job.keep)
  const skipped: string[] = []
  let warnings = 0
  for (const file of files) {
    if (pulse.turnIsOver) await pulse.rest()
    const parts = cache.open(file)
    if (parts === 'not_text' && warnings++ < SKIPPED_NAMED) skipped.push(file.path)
    if (typeof parts === 'string') continue
    await searchFile(parts, { file, matcher, pulse, hits })
    cache.settle(file.path)
  }
  return { kind: 'search', ...hits.answer(), warnings, skipped }
}

interface FileSearch {
  readonly file: WalkedFile
  readonly matcher: Matcher
  readonly pulse: JobPulse
  readonly hits: RankedHits
}

async function searchFile(parts: Iterable<TextPart>, { file, matcher, pulse, hits }: FileSearch): Promise<void> {
  const name = nameIn(file.path, matcher.query)
  let called = pulse.matching(() => matcher.named(name)) ? name : undefined
  let first: { readonly part: TextPart; readonly at: number } | undefined
  let count = 0
  for (const part of parts) {
    if (part.linesBefore > 0 && pulse.turnIsOver) await pulse.rest()
    const found = pulse.matching(() => matcher.find(part.text))
    if (called === undefined && part.linesBefore === 0)
      called = titleCalled(part.text, { matcher, pulse, found: found !== undefined })
    if (found === undefined) continue
    first ??= { part, at: found.first }
    count += found.count
  }
  if (called === undefined && first === undefined) return
  const rank: FileRank = { path: file.path, named: called !== undefined, count }
  hits.add(rank, () => (first === undefined ? { snippet: called!, line: null } : placeOf(first.part, first.at)))
}

/** A title is part of its text: where the text has no match, only anchors can make a difference. */
function titleCalled(
  text: FileText,
  { matcher, pulse, found }: { readonly matcher: Matcher; readonly pulse: JobPulse; readonly found: boolean },
): string | undefined {
  if (!found && !(matcher.anchored && matcher.mayMatch(text))) return undefined
  const title = titleOf(text.text)
  return title !== undefined && pulse.matching(() => matcher.named(title)) ? title : undefined
}

/** Without its ending, which every note has, unless the query spells it out. */
function nameIn(path: WalkedFile['path'], query: string): string {
  const name = nameOf(path)
  const ending = /\.[^.]+$/.exec(name)?.[0] ?? ''
  return ending !== '' && !query.toLowerCase().includes(ending.toLowerCase()) ? name.slice(0, -ending.length) : name
}

/** Only what comes before a match is looked at: it is found once per file. */
function placeOf({ text, linesBefore }: TextPart, at: number): { readonly snippet: string; readonly line: number } {
  const line = linesBefore + Math.max(1, splitLines(text.text.slice(0, at + 1)).length)
  return { snippet: snippetAt(text.text, at), line }
}
