import type { Clock } from '@shoko/contract'
import type { Findings } from '../find/findings.ts'
import type { ManualSettings } from '../settings.ts'

export interface CacheKey {
  /** Manual, expand_scope and budget, and the state of the manuals searched: a changed file makes another scope. */
  readonly scope: string
  /** Normalized. */
  readonly query: string
}

export type CacheMode = 'off' | 'miss' | 'exact' | 'similar'

export interface FindCache {
  lookUp(key: CacheKey): Promise<{ readonly findings: Findings; readonly mode: 'exact' | 'similar' } | undefined>
  store(key: CacheKey, findings: Findings): Promise<void>
}

type Embed = (texts: readonly string[]) => readonly (readonly number[])[] | Promise<readonly (readonly number[])[]>

interface Entry {
  readonly key: CacheKey
  readonly findings: Findings
  readonly expires: number
  readonly vector: readonly number[] | undefined
}

type CacheSettings = Pick<
  ManualSettings,
  'semCacheTtlSec' | 'semCacheMaxKeep' | 'semCacheSimThreshold' | 'semCacheMaxSummaryGap' | 'semCacheMaxSummaryConflict'
>

/** Answers of earlier searches. Without an embedder a hit is exact; with one a similar query of the same scope hits as well. */
export function createFindCache(
  settings: CacheSettings,
  { clock, embed }: { readonly clock: Clock; readonly embed?: Embed | undefined },
): FindCache {
  const entries = new Map<string, Entry>()

  const alive = (entry: Entry) => entry.expires > clock.now() && isGoodEnough(entry.findings, settings)

  async function lookUp(key: CacheKey) {
    const exact = entries.get(idOf(key))
    if (exact !== undefined && alive(exact)) return { findings: exact.findings, mode: 'exact' as const }
    const similar = await mostSimilar(key)
    return similar === undefined ? undefined : { findings: similar.findings, mode: 'similar' as const }
  }

  async function mostSimilar(key: CacheKey): Promise<Entry | undefined> {
    if (embed === undefined) return undefined
    const peers = [...entries.values()].filter(
      (entry) => entry.key.scope === key.scope && entry.vector !== undefined && alive(entry),
    )
    if (peers.length === 0) return undefined
    const vector = await vectorOf(embed, key.query)
    if (vector === undefined) return undefined
    let best: Entry | undefined
    let bestSimilarity = settings.semCacheSimThreshold
    for (const peer of peers) {
      const similarity = cosine(vector, peer.vector!)
      if (similarity >= bestSimilarity) [best, bestSimilarity] = [peer, similarity]
    }
    return best
  }

  async function store(key: CacheKey, findings: Findings): Promise<void> {
    const vector = embed === undefined ? undefined : await vectorOf(embed, key.query)
    const id = idOf(key)
    entries.delete(id)
    while (entries.size >= settings.semCacheMaxKeep && entries.size > 0) entries.delete(entries.keys().next().value!)
    if (settings.semCacheMaxKeep < 1) return
    entries.set(id, { key, findings, vector, expires: clock.now() + settings.semCacheTtlSec * 1000 })
  }

  return { lookUp, store }
}

/** An answer with more gaps or conflicts than the guards allow is searched again; -1 switches a guard off. */
function isGoodEnough({ summary }: Findings, settings: CacheSettings): boolean {
  const within = (count: number, limit: number) => limit < 0 || count <= limit
  return (
    within(summary.gap_count, settings.semCacheMaxSummaryGap) &&
    within(summary.conflict_count, settings.semCacheMaxSummaryConflict)
  )
}

async function vectorOf(embed: Embed, text: string): Promise<readonly number[] | undefined> {
  const answer: unknown = await embed([text])
  const vector: unknown = Array.isArray(answer) ? answer[0] : undefined
  const wellFormed = Array.isArray(vector) && vector.length > 0 && vector.every((value) => Number.isFinite(value))
  return wellFormed ? (vector as number[]) : undefined // every element is a finite number
}

function cosine(a: readonly number[], b: readonly number[]): number {
  if (a.length !== b.length) return -1
  let [dot, left, right] = [0, 0, 0]
  for (const [index, value] of a.entries()) {
    dot += value * b[index]!
    left += value * value
    right += b[index]! * b[index]!
  }
  return left === 0 || right === 0 ? -1 : dot / Math.sqrt(left * right)
}

function idOf({ scope, query }: CacheKey): string {
  return `${scope}\n${query}`
}
