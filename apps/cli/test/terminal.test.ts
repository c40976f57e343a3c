import { PassThrough } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { terminalPicture } from '../../../scripts/terminal-picture.ts'
import { lineDiff } from '../src/terminal/diff.ts'
import { liveScreen } from '../src/terminal/live-screen.ts'
import { filtered, outputTo } from '../src/terminal/output.ts'
import { drawProgress, progressLine } from '../src/terminal/progress.ts'
import { showValue } from '../src/terminal/show-value.ts'
import { clip, clipStart, padCells, widthOf, wrapCells } from '../src/terminal/width.ts'

describe('the width of text', () => {
  it('counts two cells for Japanese, none for what joins', () => {
    expect(['abc', '水害', 'ｱｲ', 'が', 'か\u3099', 'é', 'e\u0301', '…', '🍵'].map(widthOf)).toEqual([3, 4, 2, 2, 2, 1, 1, 1, 2])
    expect(['✅', '⚠️', '1️⃣', '👨‍👩‍👧', '🇯🇵', '☝🏽', '→', '★'].map(widthOf)).toEqual([2, 2, 2, 2, 2, 2, 1, 1])
  })

  it('pads to a column and never clips beyond it', () => {
    expect(padCells('水', 4)).toBe('水  ')
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', '水', 'é', '\u0301') }),
        fc.integer({ min: 1, max: 20 }),
        (text, cells) => {
          expect(widthOf(clip(text, cells))).toBeLessThanOrEqual(Math.max(cells, 1))
          expect(widthOf(clipStart(text, cells))).toBeLessThanOrEqual(Math.max(cells, 1))
        },
      ),
    )
  })
})

describe('a screen that is painted again and again', () => {
  function terminal(rows: number) {
    const stream = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY: true, columns: 40, rows })
    return { output: outputTo(stream as unknown as NodeJS.WriteStream), read: () => String(stream.read() ?? '') }
  }

  it('lies beside the one with the prompt, is painted over without being wiped, and leaves nothing', () => {
    const { output, read } = terminal(10)
    const screen = liveScreen(output)
    expect(read()).toBe('\x1b[?1049h\x1b[?25l')
    screen.show('one\ntwo\n')
    expect(read()).toBe('\x1b[Hone\x1b[K\ntwo\x1b[K\x1b[J')
    screen.close()
    screen.close()
    screen.show('late')
    expect(read()).toBe('\x1b[?25h\x1b[?1049l')
  })

  it('never scrolls: what does not fit is counted', () => {
    const { output, read } = terminal(3)
    const screen = liveScreen(output)
    read()
    screen.show('1\n2\n3\n4\n5\n')
    const shown = stripVTControlCharacters(read()).split('\n')
    expect(shown).toEqual(['1', '2', '… 3 more lines: make the window higher'])
    screen.close()
  })

  it('is one text after the other for a pipe', () => {
    const stream = new PassThrough({ encoding: 'utf8' })
    const screen = liveScreen(outputTo(stream as unknown as NodeJS.WriteStream))
    screen.show('one\n')
    screen.show('two\n')
    screen.close()
    expect(stream.read()).toBe('one\ntwo\n')
  })
})

describe('a long line', () => {
  it('breaks between words and keeps all of them', () => {
    expect(wrapCells('  score: a 1 + b 2 + c 3', { columns: 14, indent: 4 })).toBe('  score: a 1 +\n    b 2 + c 3')
    expect(wrapCells('short', { columns: 14, indent: 4 })).toBe('short')
    const words = fc.array(fc.constantFrom('a', '水害', 'longer'), { minLength: 1 })
    fc.assert(
      fc.property(words, fc.integer({ min: 12, max: 40 }), (parts, columns) => {
        const wrapped = wrapCells(parts.join(' '), { columns, indent: 3 })
        expect(wrapped.split(/\s+/)).toEqual(parts)
        for (const line of wrapped.split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(columns)
      }),
    )
  })
})

describe('a diff', () => {
  it('shows what changes and two lines around it', () => {
    expect(lineDiff('a\nb\nc\nd\ne\n', 'a\nb\nc\nX\nd\ne\n')).toEqual([' b', ' c', '+X', ' d', ' e'])
    expect(lineDiff(undefined, 'a\n')).toEqual(['+a'])
    expect(lineDiff('a\r\nb', undefined)).toEqual(['-a', '-b'])
    expect(lineDiff('a\n', 'a\n')).toEqual([])
  })

  it('is a stretch of the one text, turned into a stretch of the other', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 6 })
    fc.assert(
      fc.property(text, text, (old, now) => {
        const lines = lineDiff(old.join('\n'), now.join('\n'))
        const side = (mark: string) => lines.filter((line) => !line.startsWith(mark)).map((line) => `${line.slice(1)}\n`)
        expect(old.map((line) => `${line}\n`).join('')).toContain(side('+').join(''))
        expect(now.map((line) => `${line}\n`).join('')).toContain(side('-').join(''))
        expect(lines.length === 0).toBe(old.join() === now.join())
      }),
    )
  })
})

const seen = (text: string) => stripVTControlCharacters(filtered(text, { isTerminal: true }))

describe('progress', () => {
  // All that drawing looks at.
  const stream = outputTo(Object.assign(new PassThrough(), { isTTY: true, columns: 60 }) as unknown as NodeJS.WriteStream)
  it('fills a bar and stays on one line', () => {
    const drawn = seen(drawProgress({ progress: 30, total: 120, message: 'indexing manuals' }, stream))
    expect(drawn).toBe(`${'█'.repeat(6)}${'░'.repeat(18)}  25%  30/120  indexing manuals`)
    expect(widthOf(seen(drawProgress({ progress: 3, total: 7, message: '長い説明'.repeat(30) }, stream)))).toBeLessThan(60)
    expect(drawProgress({ progress: 12, message: 'reading' }, stream)).toBe('reading 12')
  })
})

describe('a progress line', () => {
  it('shows long work, also when it is silent, and takes itself away', async () => {
    const screen = Object.assign(new PassThrough(), { isTTY: true, columns: 60 })
    let written = ''
    screen.setEncoding('utf8').on('data', (chunk: string) => (written += chunk))
    const line = progressLine(outputTo(screen as unknown as NodeJS.WriteStream))
    line.report({ progress: 1, total: 4, message: 'one' })
    expect(written).toBe('')
    await expect.poll(() => written).toContain('25%')
    line.end()
    await expect.poll(() => written).toMatch(/\r\x1b\[K$/)
  })

  it('stays away where there is no terminal', () => {
    const pipe = new PassThrough() as unknown as NodeJS.WriteStream
    const line = progressLine(outputTo(pipe))
    line.report({ progress: 1 })
    line.end()
    expect((pipe as unknown as PassThrough).read()).toBeNull()
  })
})

describe('a value for reading', () => {
  it('writes keys, lists and texts of several lines as they are', () => {
    expect(showValue({ a: 1, b: 'x\ny', c: [{ d: null, e: [1, 2] }], f: [], g: { h: true } })).toBe(
      'a: 1\nb:\n  x\n  y\nc:\n  - d: none\n    e: 1, 2\nf: (none)\ng:\n  h: true',
    )
  })
})

describe('a picture of a terminal', () => {
  it('places text by cells, keeps colours, and carries out what a progress line erases', () => {
    const svg = terminalPicture('\x1b[32mok\x1b[39m 水害 <a>\n\r50%\rdone\x1b[K\n', { prompt: 'shoko x' })
    expect(svg).toMatch(/fill="#7ee08a">ok<\/text>/)
    expect(svg).toMatch(/x="43\.2" [^>]*textLength="33\.6"[^>]*>水害<\/text>/)
    expect(svg).toContain('&lt;a&gt;')
    expect(svg).toContain('>done</text>')
    expect(svg).not.toContain('50%')
  })

  it('wraps long lines and says when it leaves lines out', () => {
    expect(terminalPicture('abcdef', { columns: 4 }).match(/<text/g)).toHaveLength(2)
    expect(terminalPicture('a\nb\nc\nd', { lines: 2 })).toContain('… 2 more lines')
  })
})
