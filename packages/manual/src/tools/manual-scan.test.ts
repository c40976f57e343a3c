import { plainCall } from '@shoko/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { callTool, workspace } from '../../test/workspace.ts'
import { type ManualScanOutput, scanFile } from './manual-scan.ts'

async function scanAll(text: string): Promise<string[]> {
  const ctx = workspace({ 'm/a.md': text })
  const slices: string[] = []
  let cursor: number | null = 0
  while (cursor !== null) {
    const slice: ManualScanOutput = await scanFile(ctx, { manual_id: 'm', path: 'a.md', cursor })
    slices.push(slice.text)
    cursor = slice.next_cursor.char_offset
  }
  return slices
}

describe('manual_scan', () => {
  it('returns the whole of a short file with its line range', async () => {
    const ctx = workspace({ 'm/a.md': '# A\n\nbody\n' })
    expect(await callTool(ctx, 'manual_scan', { manual_id: 'm', path: 'a.md' })).toEqual({
      manual_id: 'm',
      path: 'a.md',
      text: '# A\n\nbody\n',
      applied_range: { start_line: 1, end_line: 3 },
      next_cursor: { char_offset: null },
      eof: true,
      truncated: false,
      truncated_reason: 'none',
      applied: { max_chars: 12000 },
    })
  })

  it('cuts at 12000 code points, not UTF-16 units', async () => {
    const [first, second] = await scanAll(`${'😀'.repeat(12_000)}x`)
    expect([...first!]).toHaveLength(12_000)
    expect(second).toBe('x')
  })

  it('gives slices that join to the file, BOM and CR included', async () => {
    const unit = fc.constantFrom('a', '\r\n', '\r', '\n', '日', '😀', '\uFEFF')
    await fc.assert(
      fc.asyncProperty(fc.array(unit, { maxLength: 40 }), fc.integer({ min: 1, max: 1500 }), async (units, times) => {
        const text = `\uFEFF${units.join('').repeat(times)}`
        expect((await scanAll(text)).join('')).toBe(text)
      }),
      { numRuns: 15 },
    )
  })

  it('counts offsets in code points from the start of the file', async () => {
    const ctx = workspace({ 'm/a.md': '\uFEFF😀b\r\nc' })
    const at = (cursor: unknown) => callTool(ctx, 'manual_scan', { manual_id: 'm', path: 'a.md', cursor })
    expect(await at(2)).toMatchObject({ text: 'b\r\nc', applied_range: { start_line: 1, end_line: 2 } })
    expect(await at('5')).toMatchObject({ text: 'c', applied_range: { start_line: 2, end_line: 2 } })
    expect(await at({ char_offset: 5, extra: true })).toMatchObject({ text: 'c' })
  })

  it('prefers start_line, then char_offset, then the start_line of the cursor', async () => {
    const ctx = workspace({ 'm/a.md': 'one\ntwo\nthree' })
    const scan = (args: object) => callTool(ctx, 'manual_scan', { manual_id: 'm', path: 'a.md', ...args })
    expect(await scan({ start_line: 3, cursor: 1 })).toMatchObject({ text: 'three' })
    expect(await scan({ cursor: { char_offset: 4, start_line: 3 } })).toMatchObject({ text: 'two\nthree' })
    expect(await scan({ cursor: { start_line: 3 } })).toMatchObject({ text: 'three' })
    expect(await scan({ cursor: null })).toMatchObject({ text: 'one\ntwo\nthree' })
  })

  it('takes line 1 of an empty file and refuses one line past the end', async () => {
    const ctx = workspace({ 'm/empty.md': '', 'm/a.md': 'one\ntwo\n' })
    expect(await scanFile(ctx, { manual_id: 'm', path: 'empty.md', start_line: 1 })).toMatchObject({ text: '', eof: true })
    await expect(scanFile(ctx, { manual_id: 'm', path: 'a.md', start_line: 3 })).rejects.toMatchObject({
      reason: 'invalid_argument',
    })
    await expect(scanFile(ctx, { manual_id: 'm', path: 'a.md', cursor: 9 })).rejects.toMatchObject({ reason: 'invalid_argument' })
    await expect(scanFile(ctx, { manual_id: 'm', path: 'a.md', cursor: '9'.repeat(400) })).rejects.toMatchObject({
      reason: 'invalid_argument',
    })
  })

  it.each([12.5, true, '12a', '', -1, { char_offset: '3' }])('refuses the cursor %j', async (cursor) => {
    const ctx = workspace({ 'm/a.md': 'x' })
    await expect(callTool(ctx, 'manual_scan', { manual_id: 'm', path: 'a.md', cursor })).rejects.toMatchObject({
      reason: 'invalid_argument',
    })
  })

  it('names why a file cannot be scanned', async () => {
    const ctx = workspace({ 'm/a.md': 'x', 'm/bin.md': new Uint8Array([0xff, 0xfe, 0x00]), 'm/notes.txt': 'x' })
    const reasonOf = (args: object) => callTool(ctx, 'manual_scan', args, plainCall).catch((error) => error.reason)
    expect(await reasonOf({ manual_id: 'm', path: '../a.md' })).toBe('invalid_path')
    expect(await reasonOf({ manual_id: 'm', path: 7 })).toBe('invalid_path')
    expect(await reasonOf({ manual_id: 'm', path: '' })).toBe('invalid_path')
    expect(await reasonOf({ manual_id: 'm', path: 'gone.md' })).toBe('not_found')
    expect(await reasonOf({ manual_id: 'm', path: 'notes.txt' })).toBe('not_found')
    expect(await reasonOf({ manual_id: 'm', path: 'bin.md' })).toBe('not_text')
    expect(await reasonOf({ manual_id: 'other', path: 'a.md' })).toBe('not_found')
    expect(await reasonOf({ manual_id: 'm/..', path: 'a.md' })).toBe('invalid_argument')
  })
})
