import { examples } from '@shoko/testkit/examples'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { setStatus } from './task-status.ts'

describe('setStatus', () => {
  it('changes the value of the Status line and nothing else', () => {
    const text = '\uFEFF# Task: x\r\n\r\nStatus:   pending  \r\n\r\nStatus: pending\r\nend'
    expect(setStatus(text, 'done')).toEqual({ text: text.replace('pending', 'done'), previous: 'pending' })
  })

  it('leaves lines in code alone', () => {
    const text = '# x\n\n```\nStatus: pending\n```\n\n**Status:** pending\n'
    expect(setStatus(text, 'blocked').text).toBe('# x\n\n```\nStatus: pending\n```\n\n**Status:** blocked\n')
  })

  it('changes the front matter too, and keeps its comments, order and quoting', () => {
    const text = '---\n# who\nowner: \'ana\'\nstatus: "pending" # now\ntags: [a,  b]\n---\n# x\n\nStatus: pending\n'
    const changed = setStatus(text, 'done').text
    expect(changed).toContain("# who\nowner: 'ana'\n")
    expect(changed).toContain('tags: [a,  b]\n')
    expect(changed).toMatch(/status: "?done"? # now\n/)
    expect(changed).toMatch(/\nStatus: done\n$/)
  })

  const inserted = (_where: string, text: string) => {
    const changed = setStatus(text, 'done')
    expect(changed.previous).toBeNull()
    return changed.text
  }

  examples('inserts a missing line %s', inserted, [
    ['under the title', '# Task: x\n\n## Objective\n', '# Task: x\n\nStatus: done\n\n## Objective\n'],
    ['under a title without blank line', '# Task: x\ntext\n', '# Task: x\n\nStatus: done\n\ntext\n'],
    ['under a title that ends the file', '# Task: x', '# Task: x\n\nStatus: done\n'],
    ['under an underlined title', 'Task\n====\n\ntext\n', 'Task\n====\n\nStatus: done\n\ntext\n'],
    ['at the top when there is no title', 'text\n', 'Status: done\n\ntext\n'],
    ['after the front matter', '---\na: 1\n---\ntext\n', '---\na: 1\n---\nStatus: done\n\ntext\n'],
    ['with the newlines of the file', '# x\r\n\r\ntext\r\n', '# x\r\n\r\nStatus: done\r\n\r\ntext\r\n'],
  ])

  const rewritten = (line: string, status: Parameters<typeof setStatus>[1]) => {
    const { text } = setStatus(`# x\n\n${line}\n\ntext\n`, status)
    expect(setStatus(text, status).previous).toBe(status)
    return /^# x\n\n(.*)\n\ntext\n$/.exec(text)?.[1]
  }

  examples('writes in the words of the file: %s to %s', rewritten, [
    ['Estado: pendiente', 'done', 'Estado: hecho'],
    ['- **Estado:** Bloqueada', 'done', '- **Estado:** Hecha'],
    ['Estado: **Hecho**', 'in-progress', 'Estado: **En progreso**'],
    ['Estado: pending', 'done', 'Estado: done'],
    ['Estado: ni idea', 'blocked', 'Estado: bloqueado'],
    ['状態：進行中', 'done', '状態：完了'],
    ['* ステータス: 完了', 'blocked', '* ステータス: ブロック中'],
    ['Status: In Progress', 'done', 'Status: Done'],
    ['**Status: Done**', 'in-progress', '**Status: In Progress**'],
    ['Status: `PENDING`', 'blocked', 'Status: `BLOCKED`'],
    ['Status: in_progress', 'done', 'Status: done'],
  ])

  it('writes into the front matter in its words', () => {
    expect(setStatus('---\nstatus: en curso\n---\nEstado: en curso\n', 'done').text).toBe(
      '---\nstatus: hecho\n---\nEstado: hecho\n',
    )
  })

  it('changes nothing when the status is the same', () => {
    for (const text of [
      '# x\n\nStatus: Done\n',
      '---\nstatus: done\n---\n# x\n',
      '---\nstatus: done\n---\n# x\n\nStatus: done ✓\n',
    ]) {
      expect(setStatus(text, 'done')).toEqual({ text, previous: 'done' })
    }
  })

  it('brings a line that disagrees with the front matter into line', () => {
    expect(setStatus('---\nstatus: done\n---\nStatus: pending\n', 'done').text).toBe('---\nstatus: done\n---\nStatus: done\n')
  })

  it('sets what it then reads, whatever the text', () => {
    const statuses = 'Status: pending|Status: x|status: done|- Status: no|Estado: hecha|**状態**：作業中|    Status: a'
    const line = fc.constantFrom(...statuses.split('|'), '# T', '```', '---', '', 'text', '<!--', '-->')
    const text = fc.tuple(fc.array(line, { maxLength: 12 }), fc.constantFrom('\n', '\r\n')).map(([lines, end]) => lines.join(end))
    fc.assert(
      fc.property(text, fc.constantFrom('pending', 'in-progress', 'done', 'blocked'), (source, status) => {
        const once = setStatus(source, status)
        expect(setStatus(once.text, status)).toEqual({ text: once.text, previous: status })
      }),
    )
  })
})
