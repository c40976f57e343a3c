import { examples } from '@shoko/testkit/examples'
import { describe, expect, it } from 'vitest'
import { readDocument } from './document.ts'
import { addressOf, type Folder } from './layout.ts'

const NOON = new Date(2026, 10, 13, 12).getTime()

function metadata(text: string, { folder = 'tasks', filename = '001-x.md' }: { folder?: Folder; filename?: string } = {}) {
  return readDocument(addressOf({ project: 'p', folder, filename }), { text, mtimeMs: NOON }).metadata
}

describe('metadata', () => {
  it('comes from the front matter first', () => {
    const text =
      '---\ntype: spike\nstatus: Done\nupdated: 2025-02-09T10:00:00Z\ntags: [mcp, design]\nowner: ana\n---\nStatus: pending\n'
    expect(metadata(text)).toEqual({
      type: 'spike',
      status: 'done',
      updated: '2025-02-09',
      tags: ['mcp', 'design'],
      owner: 'ana',
    })
  })

  it('is inferred where the front matter says nothing', () => {
    expect(metadata('# Task: x\n\nStatus: In-Progress\n')).toEqual({
      type: 'task',
      status: 'in-progress',
      updated: '2026-11-13',
      tags: [],
      owner: null,
    })
  })

  examples('infers the type from the folder: %s %s', (folder, filename) => metadata('x', { folder, filename }).type, [
    ['', 'status.md', 'status'],
    ['', 'readme.md', 'document'],
    ['plans', 'a.md', 'plan'],
    ['sessions', 'a.md', 'session'],
    ['reports', 'a.md', 'report'],
    ['changelog', 'a.md', 'changelog'],
    ['references', 'a.md', 'reference'],
    ['scratch', 'a.md', 'scratch'],
    ['assets', 'a.md', 'asset'],
  ])

  it.each([
    ['a fence', '```\nStatus: done\n```\nStatus: blocked\n'],
    ['indented code', 'text\n\n    Status: done\n\nStatus: blocked\n'],
    ['a comment', '<!--\nStatus: done\n-->\n\nStatus: blocked\n'],
    ['the middle of a line', 'The Status: done\n\n**Status:** blocked\n'],
  ])('skips a status in %s', (_where, text) => {
    expect(metadata(text).status).toBe('blocked')
  })

  it('ignores front matter that is broken, and values of the wrong kind', () => {
    expect(metadata('---\ntags: [a\nstatus: "x\n---\nStatus: done\n')).toMatchObject({ status: 'done', tags: [] })
    expect(metadata('---\nupdated: soon\ntags: 3\nowner: [a]\nstatus:\n---\n')).toMatchObject({
      updated: '2026-11-13',
      tags: [],
      owner: null,
      status: null,
    })
    expect(metadata('---\ntags: a, b c\n---\n').tags).toEqual(['a', 'b', 'c'])
  })

  examples('reads %s', (line) => metadata(`# Task: x\n\n${line}\n`).status, [
    ['Estado: en progreso', 'in-progress'],
    ['- **Estado**: Hecha (ayer)', 'done'],
    ['* Status: done', 'done'],
    ['1. __Estado:__ Bloqueado', 'blocked'],
    ['状態: 進行中', 'in-progress'],
    ['**状態**：完了済み', 'done'],
    ['- ステータス：未着手', 'pending'],
    ['Estado: ✅ terminado', 'done'],
    ['**Status: In Progress**', 'in-progress'],
    ['Estado: pendiente de Ana', 'pending'],
    ['Estado: esperando a Ana', 'esperando a ana'],
    ['状態：検討中', '検討中'],
  ])

  it('maps a Spanish or Japanese value of the front matter', () => {
    expect(metadata('---\nstatus: En curso\n---\n').status).toBe('in-progress')
    expect(metadata('---\nstatus: 完了\n---\n').status).toBe('done')
  })

  it('keeps a status it does not know, in lower case', () => {
    expect(metadata('Status: Waiting For Ana\n').status).toBe('waiting for ana')
    expect(metadata('Status: In Progress (since Monday)\n').status).toBe('in-progress')
  })
})
