import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LANGUAGES } from '@shoko/search'
import { describe, expect, it } from 'vitest'
import type { ManualFindOutput } from '../src/tools/manual-find.ts'
import { callTool, workspace } from './workspace.ts'

interface Pair {
  readonly q: string
  readonly a: string
  readonly b: string
  readonly conflict: boolean
}

const judged = join(import.meta.dirname, '../../../fixtures/judged')
const manualId = (place: number) => `pair-${place}`

/** Each pair as a manual of two files, asked its question: what a caller is told, not what two sentences are compared to. */
describe('conflicts that manual_find reports for the judged pairs', () => {
  it.each(LANGUAGES.map(({ code }) => code))('in %s are ones, and few are missed', async (lang) => {
    const { tuned, held_back } = JSON.parse(readFileSync(join(judged, `statements.${lang}.json`), 'utf8')) as Record<
      string,
      Pair[]
    >
    const pairs = [...tuned!, ...held_back!]
    const files = pairs.flatMap(({ a, b }, place) => [
      [`${manualId(place)}/first.md`, `# 1\n\n${a}\n`],
      [`${manualId(place)}/second.md`, `# 2\n\n${b}\n`],
    ])
    const ctx = workspace(Object.fromEntries(files))
    const reported: boolean[] = []
    for (const [place, { q }] of pairs.entries()) {
      const asked = { query: q, manual_id: manualId(place), expand_scope: false }
      reported.push(((await callTool(ctx, 'manual_find', asked)) as ManualFindOutput).summary.conflict_count > 0)
    }
    const right = pairs.filter(({ conflict }, place) => conflict && reported[place]).length
    const precision = right / reported.filter(Boolean).length
    const recall = right / pairs.filter(({ conflict }) => conflict).length
    console.log(`${lang}: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)} of ${pairs.length} pairs`)
    expect(precision).toBeGreaterThanOrEqual(0.92)
    expect(recall).toBeGreaterThanOrEqual(0.8)
  })
})
