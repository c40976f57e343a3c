import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Engine } from './engines/engine.ts'
import type { JudgedSet } from './judged-sets.ts'
import { qualityOf } from './metrics.ts'

/** How people really type: Japanese titles without their particles, Spanish questions without their accents. */
export async function robustnessNotes(engine: Engine, sets: readonly JudgedSet[]): Promise<string[]> {
  const notes: string[] = []
  for (const set of sets) {
    if (set.name === 'k8s-ja') notes.push(await withoutParticles(engine, set))
    if (set.name === 'squad-es' || set.name === 'xquad-es') notes.push(await withoutAccents(engine, set))
  }
  return notes
}

async function withoutParticles(engine: Engine, set: JudgedSet): Promise<string> {
  const titles = set.docs
    .map(({ title }) => title)
    .filter((title) => JAPANESE.test(title) && dropParticles(title) !== title.trim())
  const found = await searched(engine, set, async (search) => {
    let hits = 0
    for (const title of titles) {
      const ranking = await search(dropParticles(title))
      if (ranking.some((index) => set.docs[index]?.title === title)) hits++
    }
    return hits
  })
  return `${set.name}, titles with the particles dropped: hit@10 ${(found / titles.length).toFixed(3)} of ${titles.length}.`
}

async function withoutAccents(engine: Engine, set: JudgedSet): Promise<string> {
  const queries = set.queries.slice(0, 500)
  const [accented, plain] = await searched(engine, set, async (search) => {
    const sums = [0, 0]
    for (const { q, rel } of queries) {
      sums[0]! += qualityOf(await search(q), rel).ndcg10
      sums[1]! += qualityOf(await search(dropAccents(q)), rel).ndcg10
    }
    return sums.map((sum) => sum / queries.length)
  })
  return `${set.name}, ${queries.length} questions: nDCG@10 ${accented!.toFixed(4)} as written, ${plain!.toFixed(4)} without accents.`
}

async function searched<T>(
  engine: Engine,
  set: JudgedSet,
  work: (search: (query: string) => Promise<readonly number[]>) => Promise<T>,
): Promise<T> {
  const workPath = mkdtempSync(join(tmpdir(), 'shoko-bench-'))
  engine.prepare?.(set, workPath)
  const open = await engine.open(set, workPath)
  try {
    return await work(async (query) => (await open.search(query))())
  } finally {
    await open.close()
    rmSync(workPath, { recursive: true, force: true })
  }
}

function dropParticles(title: string): string {
  const words = [...new Intl.Segmenter('ja', { granularity: 'word' }).segment(title)].map(({ segment }) => segment)
  return words
    .map((word) => (PARTICLES.has(word) ? ' ' : word))
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

function dropAccents(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}+/gu, '')
    .normalize('NFC')
}

const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u
const PARTICLES = new Set(['の', 'を', 'に', 'は', 'が', 'と', 'で', 'へ', 'から', 'まで', 'より', 'や', 'も'])
