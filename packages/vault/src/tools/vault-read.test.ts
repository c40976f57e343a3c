import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, symlinkSync } from 'node:fs'
import { splitLines } from '@shoko/core-fs'
import { expectEach } from '@shoko/testkit/examples'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { callTool, reasonOf, vaultWith } from '../../test/vault-tree.ts'
import { readNote, vaultRead } from './vault-read.ts'

const FIVE = 'one\ntwo\nthree\nfour\nfive\n'

describe('vault_read', () => {
  it('returns the lines of a range without a final newline, and says that lines follow', async () => {
    const { context } = vaultWith({ 'n.md': FIVE })
    expect(await readNote(context, { path: 'n.md', range: { start_line: 2, end_line: 3 } })).toEqual({
      text: 'two\nthree',
      truncated: true,
      returned_chars: 9,
      applied_range: { start_line: 2, end_line: 3 },
      next_offset: { start_line: 4 },
      truncated_reason: 'range_end',
      hash: createHash('sha256').update(FIVE).digest('hex'),
    })
  })

  it('takes {} for the whole file, and cuts end_line to the last line', async () => {
    const { context } = vaultWith({ 'n.md': FIVE })
    const whole = await readNote(context, { path: 'n.md', range: {} })
    expect(whole).toMatchObject({
      text: FIVE.trimEnd(),
      truncated: false,
      truncated_reason: 'none',
      next_offset: { start_line: null },
    })
    const past = await readNote(context, { path: 'n.md', range: { start_line: 5, end_line: 99 } })
    expect(past).toMatchObject({ text: 'five', applied_range: { start_line: 5, end_line: 5 }, truncated_reason: 'none' })
  })

  it('takes either end of a range alone', async () => {
    const { context } = vaultWith({ 'n.md': FIVE })
    expect((await readNote(context, { path: 'n.md', range: { start_line: 4 } })).text).toBe('four\nfive')
    expect((await readNote(context, { path: 'n.md', range: { end_line: 1 } })).text).toBe('one')
  })

  it('ignores the range when full', async () => {
    const { context } = vaultWith({ 'n.md': FIVE })
    const whole = await readNote(context, { path: 'n.md', full: true, range: { start_line: 9, end_line: 0 } })
    expect(whole).toMatchObject({ text: FIVE.trimEnd(), truncated_reason: 'none', truncated: false })
  })

  it('needs a range unless full, and a sound one', async () => {
    const vault = vaultWith({ 'n.md': FIVE })
    const reason = (args: object) => reasonOf(callTool(vaultRead, vault, { path: 'n.md', ...args }))
    await expectEach(reason, [
      [{}, 'invalid_argument'],
      [{ full: false }, 'invalid_argument'],
      [{ full: null, range: null }, 'invalid_argument'],
    ])
    for (const range of [
      { start_line: 0 },
      { end_line: 0 },
      { start_line: -1 },
      { start_line: 3, end_line: 2 },
      { start_line: 6 },
      { start_line: 6, end_line: 9 },
    ]) {
      expect(await reason({ range }), JSON.stringify(range)).toBe('invalid_argument')
    }
    for (const range of [{ start_line: 1.5 }, { start_line: '1' }, { end_line: true }, [], 'all']) {
      expect(await reason({ range }), JSON.stringify(range)).toBe('invalid_argument')
    }
    expect(await reason({ full: 'false', range: {} })).toBe('invalid_argument')
  })

  it('says that a folder is no file before it looks at the range', async () => {
    const vault = vaultWith({ 'folder/n.md': 'x' })
    expect(await reasonOf(callTool(vaultRead, vault, { path: 'folder', range: 'x' }))).toBe('not_found')
  })

  it('ignores keys of the range that it does not know, and refuses others', async () => {
    const vault = vaultWith({ 'n.md': FIVE })
    const text = await callTool(vaultRead, vault, {
      path: 'n.md',
      range: { start_line: 5, end_line: null, note: 'kept from an answer' },
    })
    expect(text).toMatchObject({ text: 'five' })
    expect(await reasonOf(callTool(vaultRead, vault, { path: 'n.md', ranges: {} }))).toBe('invalid_argument')
  })

  it('cuts at max_chars and goes on at the first line not returned whole', async () => {
    const { context } = vaultWith({ 'n.md': FIVE })
    const cut = await readNote(context, { path: 'n.md', full: true, limits: { max_chars: 10 } })
    expect(cut).toMatchObject({
      text: 'one\ntwo\nth',
      returned_chars: 10,
      truncated: true,
      truncated_reason: 'max_chars',
      applied_range: { start_line: 1, end_line: 3 },
      next_offset: { start_line: 3 },
    })
  })

  it('calls a cut at the server limit hard_limit, whatever was asked for', async () => {
    const { context } = vaultWith({ 'n.md': FIVE }, { hardMaxChars: 7 })
    expect(await readNote(context, { path: 'n.md', full: true })).toMatchObject({
      text: 'one\ntwo',
      truncated_reason: 'hard_limit',
    })
    for (const max_chars of [7, 8, 1e9]) {
      expect(await readNote(context, { path: 'n.md', full: true, limits: { max_chars } })).toMatchObject({
        truncated_reason: 'hard_limit',
      })
    }
    expect(await readNote(context, { path: 'n.md', full: true, limits: { max_chars: 6 } })).toMatchObject({
      truncated_reason: 'max_chars',
    })
  })

  it('gives up the rest of a line that is longer than the limit, and nothing else', async () => {
    const { context } = vaultWith({ 'n.md': `short\n${'x'.repeat(50)}\nlast` })
    const cut = await readNote(context, { path: 'n.md', range: { start_line: 2 }, limits: { max_chars: 8 } })
    expect(cut).toMatchObject({ text: 'xxxxxxxx', applied_range: { start_line: 2, end_line: 2 }, next_offset: { start_line: 3 } })
    const last = await readNote(context, { path: 'n.md', range: { start_line: 3 }, limits: { max_chars: 2 } })
    expect(last).toMatchObject({ text: 'la', truncated: true, truncated_reason: 'max_chars', next_offset: { start_line: null } })
  })

  it('counts characters as code points', async () => {
    const { context } = vaultWith({ 'n.md': '😀😀😀\n' })
    expect(await readNote(context, { path: 'n.md', full: true, limits: { max_chars: 2 } })).toMatchObject({
      text: '😀😀',
      returned_chars: 2,
    })
  })

  it('gives an empty file as line 1 without text', async () => {
    const { context } = vaultWith({ 'n.md': '' })
    const empty = {
      text: '',
      truncated: false,
      returned_chars: 0,
      applied_range: { start_line: 1, end_line: 1 },
      next_offset: { start_line: null },
    }
    expect(await readNote(context, { path: 'n.md', full: true })).toMatchObject(empty)
    expect(await readNote(context, { path: 'n.md', range: { start_line: 1, end_line: 1 } })).toMatchObject(empty)
    expect(await reasonOf(readNote(context, { path: 'n.md', range: { start_line: 2 } }))).toBe('invalid_argument')
  })

  it('checks path, existence, limits and range in this order', async () => {
    const vault = vaultWith({ 'n.md': FIVE })
    const reason = (args: object) => reasonOf(callTool(vaultRead, vault, args))
    await expectEach(reason, [
      [{ path: '../n.md', limits: 'x', range: 'x' }, 'invalid_path'],
      [{ path: 7, limits: 'x' }, 'invalid_path'],
      [{ limits: 'x' }, 'invalid_path'],
      [{ path: 'missing.md', limits: { max_chars: 0 }, range: { start_line: 'x' } }, 'not_found'],
      [{ path: 'missing.md', range: 'x' }, 'not_found'],
      [{ path: 'missing.md' }, 'not_found'],
    ])
    const bothWrong = callTool(vaultRead, vault, { path: 'n.md', range: { start_line: 99 }, limits: { max_chars: 0 } })
    await expect(bothWrong).rejects.toThrow(/^limits/)
    const shapes = callTool(vaultRead, vault, { path: 'n.md', range: 'x', limits: { max_chars: '10' } })
    await expect(shapes).rejects.toThrow(/^limits/)
  })

  it('refuses what is no text file in the vault', async () => {
    const vault = vaultWith({ 'latin1.md': Uint8Array.of(0x61, 0xe9), 'binary.md': Uint8Array.of(0x61, 0, 0x62), 'x.db': 'x' })
    mkdirSync(vault.at('folder'))
    execFileSync('mkfifo', [vault.at('pipe')])
    symlinkSync(vault.at('latin1.md'), vault.at('inner.md'))
    symlinkSync('/etc/hostname', vault.at('outer.md'))
    const reason = (path: string) => reasonOf(callTool(vaultRead, vault, { path, full: true }))
    await expectEach(reason, [
      ['folder', 'not_found'],
      ['pipe', 'not_found'],
      ['x.db', 'not_found'],
      ['latin1.md', 'not_text'],
      ['binary.md', 'not_text'],
      ['inner.md', 'linked'],
      ['outer.md', 'outside_root'],
      ['a\u0000b', 'invalid_path'],
      ['/etc/passwd', 'invalid_path'],
      ['  ', 'invalid_path'],
    ])
  })

  it('reads .system, and any newline style', async () => {
    const { context } = vaultWith({ '.system/a.md': 'x', 'mixed.md': '\uFEFFa\r\nb\rc\nd' })
    expect((await readNote(context, { path: '.system\\a.md', full: true })).text).toBe('x')
    expect((await readNote(context, { path: 'mixed.md', range: { start_line: 2, end_line: 4 } })).text).toBe('b\nc\nd')
  })

  it('loses nothing when next_offset is followed, unless a single line is too long', async () => {
    const { context, at } = vaultWith({})
    const { writeFileSync } = await import('node:fs')
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ maxLength: 12, unit: 'grapheme' })),
        fc.integer({ min: 13, max: 40 }),
        async (parts, max_chars) => {
          const text = parts
            .map((part) => [...part.replaceAll(/[\r\n\0\uFEFF]/g, '').toWellFormed()].slice(0, 12).join(''))
            .join('\n')
          writeFileSync(at('n.md'), text)
          const lines: string[] = []
          for (let start: number | null = 1; start !== null; ) {
            const part = await readNote(context, { path: 'n.md', range: { start_line: start }, limits: { max_chars } })
            const whole = (part.next_offset.start_line ?? part.applied_range.end_line + 1) - start
            lines.push(...part.text.split('\n').slice(0, whole))
            start = part.next_offset.start_line
          }
          expect(lines.join('\n')).toBe(text === '' ? '' : splitLines(text).join('\n'))
        },
      ),
      { numRuns: 60 },
    )
  })
})
