import { writeFileSync } from 'node:fs'
import { expectEach } from '@shoko/testkit/examples'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { callTool, connectedCall, reasonOf, vaultWith } from '../../test/vault-tree.ts'
import { scanNote, type VaultScanOutput, vaultScan } from './vault-scan.ts'

const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}`).join('\n')

describe('vault_scan', () => {
  it('starts at line 1 with the default chunk, and proposes the next chunk', async () => {
    const { context } = vaultWith({ 'n.md': lines(100) })
    const chunk = await scanNote(context, { path: './n.md' })
    expect(chunk).toMatchObject({
      text: lines(80),
      applied_range: { start_line: 1, end_line: 80 },
      next_cursor: { start_line: 81 },
      eof: false,
      truncated: true,
      truncated_reason: 'chunk_end',
      next_actions: [
        { type: 'vault_scan', confidence: 0.8, params: { path: 'n.md', cursor: { start_line: 81 }, chunk_lines: 80 } },
      ],
    })
    expect(chunk.hash).toMatch(/^[0-9a-f]{64}$/)
  })

  it('ends at the end of the file and proposes coverage of its own range', async () => {
    const { context } = vaultWith({ 'n.md': lines(100) })
    const chunk = await scanNote(context, { path: 'n.md', cursor: { start_line: 81 }, chunk_lines: 50 })
    expect(chunk).toMatchObject({
      applied_range: { start_line: 81, end_line: 100 },
      next_cursor: { start_line: null },
      eof: true,
      truncated: false,
      truncated_reason: 'none',
      next_actions: [
        { type: 'vault_coverage', confidence: 0.7, params: { path: 'n.md', cited_ranges: [{ start_line: 81, end_line: 100 }] } },
      ],
    })
  })

  it('cites everything scanned of the file in the connection, merged, and nothing of other files', async () => {
    const { context } = vaultWith({ 'n.md': lines(10), 'other.md': lines(10) })
    const call = connectedCall()
    const scan = (path: string, start_line: number) => scanNote(context, { path, cursor: { start_line }, chunk_lines: 2 }, call)
    await scan('n.md', 1)
    await scan('n.md', 3)
    await scan('n.md', 6)
    await scan('other.md', 8)
    const [action] = (await scan('n.md', 9)).next_actions
    expect(action?.params?.cited_ranges).toEqual([
      { start_line: 1, end_line: 4 },
      { start_line: 6, end_line: 7 },
      { start_line: 9, end_line: 10 },
    ])
    const [alone] = (await scanNote(context, { path: 'n.md', cursor: { start_line: 9 } }, connectedCall())).next_actions
    expect(alone?.params?.cited_ranges).toEqual([{ start_line: 9, end_line: 10 }])
  })

  it('cites no lines that the file has lost since', async () => {
    const { context, at } = vaultWith({ 'n.md': lines(100) })
    const call = connectedCall()
    await scanNote(context, { path: 'n.md', chunk_lines: 60 }, call)
    writeFileSync(at('n.md'), lines(20))
    const [action] = (await scanNote(context, { path: 'n.md' }, call)).next_actions
    expect(action?.params?.cited_ranges).toEqual([{ start_line: 1, end_line: 20 }])
  })

  it('cuts by characters like vault_read', async () => {
    const { context } = vaultWith({ 'n.md': `abcdef\nghijkl\n${'x'.repeat(30)}\nend` }, { hardMaxChars: 20 })
    const cut = await scanNote(context, { path: 'n.md', limits: { max_chars: 9 } })
    expect(cut).toMatchObject({
      text: 'abcdef\ngh',
      truncated_reason: 'max_chars',
      applied_range: { start_line: 1, end_line: 2 },
      next_cursor: { start_line: 2 },
      eof: false,
    })
    const hard = await scanNote(context, { path: 'n.md', cursor: { start_line: 3 } })
    expect(hard).toMatchObject({ text: 'x'.repeat(20), truncated_reason: 'hard_limit', next_cursor: { start_line: 4 } })
  })

  it('does not cite a line before the whole of it has been returned', async () => {
    const { context } = vaultWith({ 'n.md': 'abcdef\nghijkl\nend' })
    const call = connectedCall()
    await scanNote(context, { path: 'n.md', limits: { max_chars: 9 } }, call)
    const [action] = (await scanNote(context, { path: 'n.md', cursor: { start_line: 3 } }, call)).next_actions
    expect(action?.params?.cited_ranges).toEqual([
      { start_line: 1, end_line: 1 },
      { start_line: 3, end_line: 3 },
    ])
  })

  it('gives an empty file as line 1', async () => {
    const { context } = vaultWith({ 'n.md': '' })
    expect(await scanNote(context, { path: 'n.md' })).toMatchObject({
      text: '',
      applied_range: { start_line: 1, end_line: 1 },
      eof: true,
      next_actions: [{ params: { cited_ranges: [{ start_line: 1, end_line: 1 }] } }],
    })
  })

  it('refuses cursors outside the file and chunks outside the settings', async () => {
    const vault = vaultWith({ 'n.md': lines(5) }, { scanMaxChunkLines: 10 })
    const reason = (args: object) => reasonOf(callTool(vaultScan, vault, { path: 'n.md', ...args }))
    for (const start_line of [0, -1, 6, 1.5, '1']) expect(await reason({ cursor: { start_line } })).toBe('invalid_argument')
    for (const chunk_lines of [0, -3, 11, 2.5, '5', true]) expect(await reason({ chunk_lines })).toBe('invalid_argument')
    await expectEach(reason, [
      [{ limits: { max_chars: 0 } }, 'invalid_argument'],
      [{ cursor: null, chunk_lines: null, limits: { max_chars: null } }, 'no error'],
      [{ cursor: { start_line: 5, next: 'ignored' }, chunk_lines: 10 }, 'no error'],
    ])
  })

  it('checks path, existence, limits, then the rest', async () => {
    const vault = vaultWith({ 'n.md': lines(5) })
    expect(await reasonOf(callTool(vaultScan, vault, { path: '..', chunk_lines: 'x' }))).toBe('invalid_path')
    expect(await reasonOf(callTool(vaultScan, vault, { path: 'missing.md', chunk_lines: 'x', limits: 1 }))).toBe('not_found')
    await expect(callTool(vaultScan, vault, { path: 'n.md', chunk_lines: 'x', limits: 1 })).rejects.toThrow(/^limits/)
    await expect(callTool(vaultScan, vault, { path: 'n.md', cursor: { start_line: 99 }, chunk_lines: 999 })).rejects.toThrow(
      /^cursor/,
    )
  })

  it('ends when its proposals are followed blindly, with every line cited', async () => {
    const vault = vaultWith({}, { scanMaxChunkLines: 7, scanDefaultChunkLines: 3, hardMaxChars: 25 })
    const line = fc.string({ maxLength: 60 }).map((text) => text.replaceAll(/[\r\n\0]/g, '.').toWellFormed())
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 30 }), fc.integer({ min: 1, max: 7 }), async (parts, chunk_lines) => {
        writeFileSync(vault.at('n.md'), parts.join('\n'))
        const call = connectedCall()
        let args: unknown = { path: 'n.md', chunk_lines }
        for (let step = 0; ; step++) {
          expect(step).toBeLessThanOrEqual(parts.length)
          const chunk: VaultScanOutput = await callTool(vaultScan, vault, args, call)
          const [action] = chunk.next_actions
          if (action?.type !== 'vault_scan') {
            const total = Math.max(1, chunk.applied_range.end_line)
            expect(action).toMatchObject({
              type: 'vault_coverage',
              params: { cited_ranges: [{ start_line: 1, end_line: total }] },
            })
            return
          }
          args = action.params
        }
      }),
      { numRuns: 50 },
    )
  })
})
