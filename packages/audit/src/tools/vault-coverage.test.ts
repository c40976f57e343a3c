import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { validateArguments } from '@shoko/contract/schema'
import { sha256 } from '@shoko/core-fs'
import { Check } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { auditVault } from '../../test/audit-vault.ts'
import { measureVaultCoverage, VaultCoverageOutput, vaultCoverage } from './vault-coverage.ts'

const tenLines = 'a\n'.repeat(10)
const range = (start_line: number, end_line: number) => ({ start_line, end_line })

describe('vault_coverage', () => {
  it('measures nothing whose name begins with a dot', async () => {
    const vault = auditVault({ '.env': 'SECRET=1\n' })
    mkdirSync(join(vault.path, '.git'))
    writeFileSync(join(vault.path, '.git/config'), tenLines)
    for (const path of ['.env', '.git/config'])
      await expect(measureVaultCoverage(vault, { path, cited_ranges: [range(1, 2)] })).rejects.toMatchObject({
        reason: 'withheld',
      })
  })

  it('measures, merges and proposes to scan on at the first uncovered line', async () => {
    const vault = auditVault({ 'a.md': tenLines })
    const output = await measureVaultCoverage(vault, {
      path: './a.md',
      cited_ranges: [range(4, 5), range(1, 2), range(3, 3), range(8, 99)],
    })
    expect(output).toEqual({
      path: 'a.md',
      total_lines: 10,
      covered_lines: 8,
      coverage_ratio: 0.8,
      covered_ranges: [range(1, 5), range(8, 10)],
      uncovered_ranges: [range(6, 7)],
      stale_ranges: [],
      meets_min_coverage: false,
      hash: sha256(tenLines),
      next_actions: [{ type: 'vault_scan', confidence: 0.8, params: { path: 'a.md', cursor: { start_line: 6 } } }],
      total: 2,
      next_offset: null,
      version: expect.any(String),
    })
    expect(Check(VaultCoverageOutput, output)).toBe(true)
  })

  it('proposes the audit when enough is covered', async () => {
    const output = await measureVaultCoverage(auditVault({ 'a.md': tenLines }), {
      path: 'a.md',
      cited_ranges: [range(1, 5), range(5, 9)],
    })
    expect(output).toMatchObject({
      coverage_ratio: 0.9,
      meets_min_coverage: true,
      next_actions: [{ type: 'artifact_audit', confidence: 0.6, params: { source_path: 'a.md', cited_ranges: [range(1, 9)] } }],
    })
  })

  it('compares the ratio before rounding it', async () => {
    const vault = auditVault({ 'a.md': 'a\n'.repeat(30_000) })
    const output = await measureVaultCoverage(vault, { path: 'a.md', cited_ranges: [range(1, 26_999)] })
    expect(output).toMatchObject({ coverage_ratio: 0.9, meets_min_coverage: false })
  })

  it('gives an empty file ratio 1 and no ranges', async () => {
    const output = await measureVaultCoverage(auditVault({ 'a.md': '' }), { path: 'a.md', cited_ranges: [range(1, 3)] })
    expect(output).toMatchObject({
      total_lines: 0,
      coverage_ratio: 1,
      covered_ranges: [],
      uncovered_ranges: [],
      meets_min_coverage: true,
    })
  })

  it('covers nothing without ranges', async () => {
    const output = await measureVaultCoverage(auditVault({ 'a.md': tenLines }), { path: 'a.md', cited_ranges: [range(11, 12)] })
    expect(output).toMatchObject({
      covered_lines: 0,
      uncovered_ranges: [range(1, 10)],
      next_actions: [{ params: { cursor: { start_line: 1 } } }],
    })
  })

  it('does not count ranges of an older state of the file, and says which they are', async () => {
    const output = await measureVaultCoverage(auditVault({ 'a.md': tenLines }), {
      path: 'a.md',
      cited_ranges: [
        { ...range(1, 3), hash: sha256(tenLines).toUpperCase() },
        { ...range(4, 8), hash: sha256('other') },
        range(10, 10),
      ],
    })
    expect(output).toMatchObject({ covered_lines: 4, covered_ranges: [range(1, 3), range(10, 10)], stale_ranges: [range(4, 8)] })
  })

  it('comes in pages, and proposes ranges to the audit only when they are all there', async () => {
    const cited_ranges = Array.from({ length: 1000 }, (_, at) => range(100 * at + 1, 100 * at + 95))
    const vault = auditVault({ 'a.md': 'a\n'.repeat(100_000) })
    const covered: unknown[] = []
    const uncovered: unknown[] = []
    for (let offset: number | null = 0; offset !== null; ) {
      const output: VaultCoverageOutput = await measureVaultCoverage(vault, { path: 'a.md', cited_ranges, offset, limit: 150 })
      expect(output).toMatchObject({ total: 1000, next_actions: [{ type: 'artifact_audit', params: { source_path: 'a.md' } }] })
      expect(JSON.stringify(output).length).toBeLessThan(21_000)
      covered.push(...output.covered_ranges)
      uncovered.push(...output.uncovered_ranges)
      offset = output.next_offset
    }
    expect([covered.length, uncovered.length]).toEqual([1000, 1000])
  })

  it('counts lines at every kind of ending', async () => {
    const output = await measureVaultCoverage(auditVault({ 'a.md': '\uFEFFa\r\nb\rc\nd' }), { path: 'a.md', cited_ranges: [] })
    expect(output.total_lines).toBe(4)
  })
})

describe('vault_coverage refuses', () => {
  it.each([
    [[{ start_line: 1 }]],
    [[{ end_line: 1 }]],
    [[{ start_line: 0, end_line: 1 }]],
    [[{ start_line: 1.5, end_line: 2 }]],
    [[{ start_line: true, end_line: 2 }]],
    [[{ start_line: '1', end_line: 2 }]],
    [[{ start_line: 1, end_line: null }]],
    [[null]],
    ['1-2'],
    [undefined],
  ])('cited_ranges %j', (cited_ranges) => {
    const checked = validateArguments(vaultCoverage, { path: 'a.md', ...(cited_ranges === undefined ? {} : { cited_ranges }) })
    expect(checked).toMatchObject({ ok: false, key: 'cited_ranges', error: { reason: 'invalid_argument' } })
  })

  it('a range that runs backwards, before it looks for the file', async () => {
    const call = measureVaultCoverage(auditVault({}), { path: 'none.md', cited_ranges: [range(1, 1), range(5, 4)] })
    await expect(call).rejects.toMatchObject({ reason: 'invalid_argument', message: expect.stringContaining('cited_ranges.1') })
  })

  it('a bad path before bad ranges', async () => {
    const vault = auditVault({})
    await expect(measureVaultCoverage(vault, { path: '../a.md', cited_ranges: [range(5, 4)] })).rejects.toMatchObject({
      reason: 'invalid_path',
    })
    await expect(vaultCoverage.precheck?.(vault, { path: '/a.md', cited_ranges: 3 }, 'cited_ranges')).rejects.toMatchObject({
      reason: 'invalid_path',
    })
    expect(validateArguments(vaultCoverage, { cited_ranges: 3 })).toMatchObject({ error: { reason: 'invalid_path' } })
  })

  it('what is missing, a folder, a link or no text', async () => {
    const vault = auditVault({ 'bin.md': Uint8Array.of(0xff, 0xfe, 0x80), 'a.db': 'x' })
    mkdirSync(join(vault.path, 'folder'))
    symlinkSync(join(vault.path, 'bin.md'), join(vault.path, 'in.md'))
    symlinkSync('/etc/hostname', join(vault.path, 'out.md'))
    const reasonOf = (path: string) => measureVaultCoverage(vault, { path, cited_ranges: [] }).catch((error) => error.reason)
    expect(await Promise.all(['none.md', 'folder', 'a.db', 'bin.md', 'in.md', 'out.md'].map(reasonOf))).toEqual([
      'not_found',
      'not_found',
      'not_found',
      'not_text',
      'linked',
      'outside_root',
    ])
  })
})

it('takes ranges with keys that it does not know', () => {
  const args = { path: 'a.md', cited_ranges: [{ start_line: 1, end_line: 2, path: 'a.md' }] }
  expect(validateArguments(vaultCoverage, args).ok).toBe(true)
})

it('logs what the seed names', async () => {
  const input = { path: 'a.md', cited_ranges: [range(1, 2)] }
  const output = await measureVaultCoverage(auditVault({ 'a.md': tenLines }), input)
  expect(Object.keys(vaultCoverage.logFields?.(input, output) ?? {})).toEqual([
    'path',
    'coverage_ratio',
    'covered_ranges',
    'uncovered_ranges',
  ])
})
