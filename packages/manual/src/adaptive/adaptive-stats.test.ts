import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { silentLogger } from '@shoko/contract'
import { openRoot } from '@shoko/core-fs'
import { describe, expect, it } from 'vitest'
import { temporaryDirectory } from '../../test/workspace.ts'
import { defaultManualSettings } from '../settings.ts'
import { createAdaptiveStats, type SearchRow } from './adaptive-stats.ts'
import { createStatsFile } from './stats-file.ts'

const DAY = 86_400_000
const row: SearchRow = {
  query: 'abc',
  candidates: 3,
  scanned_files: 2,
  unscanned_files: 0,
  gap_count: 0,
  conflict_count: 0,
  candidate_low: 3,
  file_bias: 0.8,
  cut_off: false,
  cache: 'off',
  latency_ms: 4,
}

function statsIn(path: string, options: { now?: number; on?: boolean } = {}) {
  const cache = openRoot(path, { lockPath: 'stats.lock.db' })
  const settings = { ...defaultManualSettings, adaptiveTuning: options.on ?? true }
  return createAdaptiveStats(settings, {
    rows: createStatsFile(cache),
    clock: { now: () => options.now ?? 10 * DAY },
    logger: silentLogger,
  })
}

describe('adaptive stats', () => {
  it('stay out of the way unless they are switched on', async () => {
    const path = temporaryDirectory()
    const stats = statsIn(path, { on: false })
    stats.record(row)
    await stats.close()
    expect(existsSync(join(path, 'manual-stats.ndjson'))).toBe(false)
    expect(await stats.thresholds()).toEqual({ candidateLow: 3, fileBias: 0.8 })
  })

  it('write one row a search', async () => {
    const path = temporaryDirectory()
    const stats = statsIn(path)
    stats.record(row)
    stats.record({ ...row, cut_off: true })
    await stats.close()
    const lines = readFileSync(join(path, 'manual-stats.ndjson'), 'utf8').trimEnd().split('\n')
    const { query: _, ...counts } = row
    const written = { ts: 10 * DAY, query_hash: 'ba7816bf8f01cfea', ...counts }
    expect(lines.map((line) => JSON.parse(line))).toEqual([written, { ...written, cut_off: true }])
  })

  it('move the thresholds inside 2..6 and 0.70..0.90 by the cut-off rate of the last day', async () => {
    const path = temporaryDirectory()
    const write = (rows: readonly object[]) =>
      writeFileSync(join(path, 'manual-stats.ndjson'), rows.map((each) => `${JSON.stringify(each)}\n`).join(''))
    write([{ ts: 10 * DAY - 5, cut_off: true }])
    expect(await statsIn(path).thresholds()).toEqual({ candidateLow: 2, fileBias: 0.9 })
    write([{ ts: 10 * DAY - 5, cut_off: false }])
    const relaxed = await statsIn(path).thresholds()
    expect(relaxed.candidateLow).toBe(4)
    expect(relaxed.fileBias).toBeCloseTo(0.75)
    write([{ ts: 8 * DAY, cut_off: true }])
    expect(await statsIn(path).thresholds()).toEqual({ candidateLow: 3, fileBias: 0.8 })
  })

  it('survive a broken file and keep it bounded', async () => {
    const path = temporaryDirectory()
    writeFileSync(join(path, 'manual-stats.ndjson'), `not json\n[1]\n${'x'.repeat(1_100_000)}`)
    const stats = statsIn(path)
    stats.record(row)
    await stats.close()
    expect(statSync(join(path, 'manual-stats.ndjson')).size).toBeLessThan(1000)
    expect(existsSync(join(path, 'manual-stats.1.ndjson'))).toBe(true)
  })
})
