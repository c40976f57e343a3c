import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sentencesOf } from './sentences.ts'

const texts = (text: string) => sentencesOf(text).map((sentence) => sentence.text)

describe('sentencesOf', () => {
  it('ends Japanese sentences at their marks, and not inside quotations', () => {
    expect(texts('入院は対象です。手術は対象外です！本当ですか？はい')).toEqual([
      '入院は対象です。',
      '手術は対象外です！',
      '本当ですか？',
      'はい',
    ])
    expect(texts('彼は「行く。帰らない。」と言った。そして出た。')).toEqual([
      '彼は「行く。帰らない。」と言った。',
      'そして出た。',
    ])
  })

  it('knows abbreviations, initials and decimals of Spanish and English', () => {
    expect(texts('Dr. Smith paid $3.50 to J. R. Tolkien. He left, e.g. by train.')).toEqual([
      'Dr. Smith paid $3.50 to J. R. Tolkien.',
      'He left, e.g. by train.',
    ])
    expect(texts('El Sr. Pérez llegó el 3 de mayo. ¿Quién lo vio? Nadie.')).toEqual([
      'El Sr. Pérez llegó el 3 de mayo.',
      '¿Quién lo vio?',
      'Nadie.',
    ])
    expect(texts('"Go." She went.')).toEqual(['"Go."', 'She went.'])
  })

  it('joins wrapped lines and keeps short lines apart', () => {
    const wrapped = 'The quick brown fox jumps over the lazy dog and then it goes on\nto the next line. Then more.'
    expect(texts(wrapped)).toEqual([
      'The quick brown fox jumps over the lazy dog and then it goes on\nto the next line.',
      'Then more.',
    ])
    expect(texts('Name: Ana\nPhone: 555')).toEqual(['Name: Ana', 'Phone: 555'])
  })

  it('takes list items, rows of tables, code and headings line by line', () => {
    const text =
      '# Title\n\n- one. two.\n- [ ] three\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```sh\nnpm i. Then\n\nnpm t\n```\n> quoted'
    expect(sentencesOf(text, { startLine: 10 }).map((s) => [s.text, s.startLine, s.endLine, s.kind])).toEqual([
      ['# Title', 10, 10, 'heading'],
      ['one. two.', 12, 12, 'sentence'],
      ['three', 13, 13, 'sentence'],
      ['| a | b |', 15, 15, 'line'],
      ['|---|---|', 16, 16, 'line'],
      ['| 1 | 2 |', 17, 17, 'line'],
      ['npm i. Then', 20, 20, 'line'],
      ['npm t', 22, 22, 'line'],
      ['quoted', 24, 24, 'sentence'],
    ])
  })

  it('counts lines of every newline style', () => {
    expect(sentencesOf('Ay.\r\n\r\nBe.\rCe.\n\nDe.').map((s) => s.startLine)).toEqual([1, 3, 4, 6])
  })

  it('gives every letter once, in order, verbatim, on the lines it says', () => {
    const piece = fc.constantFrom('a', 'B', '。', '. ', '\n', '\r\n', '「', '」', '- ', '|', '```\n', '# ', '? ', ' ', '1.', 'あ')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const text = pieces.join('')
        const lines = text.split(/\r\n|\n|\r/)
        let last = 0
        for (const { start, end, text: own, startLine, endLine } of sentencesOf(text)) {
          expect(start).toBeGreaterThanOrEqual(last)
          expect(text.slice(start, end)).toBe(own)
          expect(own.trim()).toBe(own)
          expect(text.slice(0, start).split(/\r\n|\n|\r/).length).toBe(startLine)
          expect(text.slice(0, end).split(/\r\n|\n|\r/).length).toBe(endLine)
          expect(endLine).toBeLessThanOrEqual(lines.length)
          last = end
        }
      }),
    )
  })

  it('takes a long text in linear time', () => {
    const began = performance.now()
    sentencesOf('（'.repeat(30_000) + 'a. '.repeat(30_000) + '「あ。'.repeat(30_000))
    expect(performance.now() - began).toBeLessThan(3_000)
  })
})
