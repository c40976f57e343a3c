import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { plainCall } from '@shoko/contract'
import { openVibe, search } from '@shoko/vibe-bridge'
import { type Corpus, writeCorpus } from './corpus.ts'
import { type Figures, percentile, timed, timeQueries } from './measure.ts'
import { measurePeer } from './peer.ts'

/**
 * node --conditions=shoko-source bench/vibe/main.ts [documents] [megabytes]
 * Index and search figures on a generated workspace in three languages, beside the peer on the same files.
 */
const documents = Number(process.argv[2] ?? 5000)
const bytes = Number(process.argv[3] ?? 20) * 1e6
const folder = mkdtempSync(join(tmpdir(), 'shoko-vibe-bench-'))
try {
  const root = join(folder, 'workspace')
  const corpus = writeCorpus(root, { documents, bytes })
  console.log(`${corpus.files} documents, ${(corpus.bytes / 1e6).toFixed(1)} MB, ${corpus.queries.length} queries\n`)
  const own = await measureOwn(root, corpus)
  const peer = await measurePeer(root, { queries: corpus.queries, folder: join(folder, 'peer') }).catch((error: unknown) => {
    console.log(`peer: could not be installed or run (${error instanceof Error ? error.message.split('\n')[0] : error})`)
    return undefined
  })
  print(corpus, own, peer)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function measureOwn(root: string, corpus: Corpus): Promise<Figures> {
  let reports = 0
  const call = { ...plainCall, report: () => void reports++ }
  const first = await timed(async () => {
    const ctx = openVibe({ root })
    await search(ctx, { query: 'start' }, call)
    return ctx
  })
  await first.value.close()
  const restart = await timed(async () => {
    const ctx = openVibe({ root })
    await search(ctx, { query: 'start' })
    return ctx
  })
  const answers = await timeQueries(corpus.queries, async (query) => (await search(restart.value, { query })).results.length)
  await restart.value.close()
  console.log(`first sync reported progress ${reports} times\n`)
  const indexBytes = statSync(join(root, 'index.db')).size
  return { name: 'shoko', indexMs: first.ms, indexCpuMs: first.cpuMs, restartMs: restart.ms, indexBytes, ...answers }
}

function print({ queries }: Corpus, own: Figures, peer: Figures | undefined): void {
  const rows: readonly (readonly [string, (figures: Figures) => number, string])[] = [
    ['first index', ({ indexMs }) => indexMs, 'ms'],
    ['first index, processor', ({ indexCpuMs }) => indexCpuMs, 'ms'],
    ['later start', ({ restartMs }) => restartMs, 'ms'],
    ['index size', ({ indexBytes }) => indexBytes / 1e6, 'MB'],
    ['search p50', ({ queryMs }) => percentile(queryMs, 0.5), 'ms'],
    ['search p95', ({ queryMs }) => percentile(queryMs, 0.95), 'ms'],
    ...['English', 'Spanish', 'Japanese'].map(
      (language, at) => [`${language} queries with hits`, share(at, queries.length), '%'] as const,
    ),
  ]
  console.log(`${''.padEnd(28)}${'shoko'.padStart(12)}${'qmd'.padStart(12)}${'shoko/qmd'.padStart(12)}`)
  for (const [label, value, unit] of rows) {
    const mine = value(own)
    const theirs = peer === undefined ? undefined : value(peer)
    const cells = [
      `${mine.toFixed(1)} ${unit}`,
      theirs === undefined ? '-' : `${theirs.toFixed(1)} ${unit}`,
      theirs ? (mine / theirs).toFixed(2) : '-',
    ]
    console.log(label.padEnd(28) + cells.map((cell) => cell.padStart(12)).join(''))
  }
}

/** Of the queries of one language, in percent; they stand one language after the other. */
function share(language: number, total: number): (figures: Figures) => number {
  const size = total / 3
  return ({ hits }) => (hits.slice(language * size, (language + 1) * size).filter((count) => count > 0).length / size) * 100
}
