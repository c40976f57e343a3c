import { parseArgs } from 'node:util'
import type { LoadedConfig, Runtime } from '@shoko/mcp-shell'
import { readDocuments } from '../quality/documents.ts'
import { createGrep } from '../quality/grep.ts'
import { measure, type Result } from '../quality/measure.ts'
import { buildQueries } from '../quality/queries.ts'
import { languagesBelow, renderReport, rowsOf } from '../quality/report.ts'
import { openSearchers } from '../quality/searchers.ts'
import { err, out } from '../terminal/output.ts'
import { progressLine } from '../terminal/progress.ts'
import { withRuntime } from './local-runtime.ts'

interface QualityOptions {
  readonly seed: number
  readonly sample: number
  readonly timeLimitMs: number
  readonly minHit10: number | undefined
  readonly json: boolean
}

/** `shoko doctor --quality`: how well the search finds what is in the user's own folders. Exit code 1 below `--min-hit10`. */
export function quality(argv: readonly string[]): Promise<number> {
  return withRuntime(argv, async (runtime, loaded) => {
    const options = readOptions(loaded.rest)
    if (typeof options === 'string') {
      err.write(`shoko doctor --quality: ${options}\n`)
      return 2
    }
    const { results, planned } = await run(runtime, { loaded, options })
    return conclude(results, { planned, options })
  })
}

function readOptions(argv: readonly string[]): QualityOptions | string {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: {
        quality: { type: 'boolean' },
        json: { type: 'boolean', default: false },
        seed: { type: 'string', default: '1' },
        sample: { type: 'string', default: '25' },
        'time-limit': { type: 'string', default: '60' },
        'min-hit10': { type: 'string' },
      },
    })
    const minHit10 = values['min-hit10'] === undefined ? undefined : Number(values['min-hit10'])
    if (minHit10 !== undefined && !(minHit10 >= 0 && minHit10 <= 1)) return '--min-hit10 is a number from 0 to 1'
    const [seed, sample, seconds] = [values.seed, values.sample, values['time-limit']].map(Number) as [number, number, number] // three in, three out
    if (!Number.isInteger(seed)) return '--seed is an integer'
    if (!Number.isInteger(sample) || sample < 1) return '--sample is an integer from 1: queries of each kind, language and folder'
    if (!(seconds > 0)) return '--time-limit is a number of seconds'
    return { seed, sample, timeLimitMs: seconds * 1000, minHit10, json: values.json }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

async function run(
  runtime: Runtime,
  { loaded, options }: { readonly loaded: LoadedConfig; readonly options: QualityOptions },
): Promise<{ readonly results: readonly Result[]; readonly planned: number }> {
  const { config } = loaded
  const served = new Set<string>(config.SHOKO_FAMILIES)
  const manuals = served.has('manual') ? await readDocuments(config.MANUALS_ROOT, 'manuals') : []
  const notes = served.has('vault') ? await readDocuments(config.VAULT_ROOT, 'vault') : []
  const queries = buildQueries([...manuals, ...notes], { seed: options.seed, perKind: options.sample })
  const [grepManuals, grepNotes] = [createGrep(manuals), createGrep(notes)]
  const abort = new AbortController()
  process.once('SIGINT', () => abort.abort())
  const searchers = openSearchers(runtime, config, abort.signal)
  const progress = progressLine()
  try {
    const results = await measure(queries, {
      engines: {
        shoko: searchers.of,
        grep: { manuals: async (query) => grepManuals(query), vault: async (query) => grepNotes(query) },
      },
      timeLimitMs: options.timeLimitMs,
      now: () => performance.now(),
      report: progress.report,
      signal: abort.signal,
    })
    return { results, planned: queries.length }
  } finally {
    progress.end()
    await searchers.close()
  }
}

function conclude(
  results: readonly Result[],
  { planned, options }: { readonly planned: number; readonly options: QualityOptions },
): number {
  const { minHit10, seed, json } = options
  const rows = rowsOf(results)
  const below = minHit10 === undefined ? [] : languagesBelow(rows, minHit10)
  const passed = minHit10 === undefined || (results.length > 0 && below.length === 0)
  if (json) out.write(`${JSON.stringify({ ok: passed, seed, planned, measured: results.length, rows, results }, null, 2)}\n`)
  else {
    out.write(
      results.length === 0 ? 'No Markdown files with titles or headings in the manuals or the vault.\n' : renderReport(results),
    )
    if (results.length < planned) out.write(`Stopped after ${results.length} of ${planned} queries; --time-limit allows more.\n`)
    if (!passed) out.write(`hit@10 is below ${minHit10}${below.length === 0 ? '' : ` in ${below.join(', ')}`}.\n`)
  }
  return passed ? 0 : 1
}
