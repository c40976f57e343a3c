import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Server } from '../torture/server.ts'
import { readFind } from './asked.ts'
import type { Language } from './question-set.ts'

interface Pair {
  readonly q: string
  readonly a: string
  readonly b: string
  readonly conflict: boolean
}

export interface PairFigures {
  readonly pairs: number
  /** Of the conflicts reported, how many are ones; of those that are ones, how many are reported. */
  readonly precision: number
  readonly recall: number
}

const judged = join(import.meta.dirname, '../../fixtures/judged')

/** Each pair is a manual of two files, asked its question: is a conflict reported, and is there one? */
export async function measurePairs(lang: Language, folder: string): Promise<PairFigures> {
  const pairs = readPairs(lang)
  for (const [place, { a, b }] of pairs.entries()) {
    const manual = join(folder, 'manuals', manualId(place))
    mkdirSync(manual, { recursive: true })
    writeFileSync(join(manual, 'first.md'), `# 1\n\n${a}\n`)
    writeFileSync(join(manual, 'second.md'), `# 2\n\n${b}\n`)
  }
  const server = await new Server({ env: { WORKSPACE_ROOT: folder, XDG_CACHE_HOME: join(folder, 'cache'), HOME: folder } }).open()
  const reported: boolean[] = []
  for (const [place, { q }] of pairs.entries()) {
    const answer = await server.call('manual_find', { query: q, manual_id: manualId(place), expand_scope: false })
    reported.push(readFind(answer).conflicts > 0)
  }
  await server.close()
  const right = pairs.filter(({ conflict }, place) => conflict && reported[place]).length
  return {
    pairs: pairs.length,
    precision: right / reported.filter(Boolean).length,
    recall: right / pairs.filter(({ conflict }) => conflict).length,
  }
}

function readPairs(lang: Language): Pair[] {
  const file = JSON.parse(readFileSync(join(judged, `statements.${lang}.json`), 'utf8')) as Record<string, unknown>
  return Object.values(file).flatMap((part) => (Array.isArray(part) ? (part as Pair[]) : [])) // its lists are lists of pairs
}

function manualId(place: number): string {
  return `pair-${String(place).padStart(3, '0')}`
}
