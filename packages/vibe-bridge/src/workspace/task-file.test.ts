import { describe, expect, it } from 'vitest'
import { outlineOf } from './outline.ts'
import { readContext, readTask, renderTask } from './task-file.ts'
import { nextNumber, taskFilename, taskNumber } from './task-number.ts'

const SEED = `---
tags: [backend, fts5, search]
---
# Task: Implementar tool search

Status: pending

## Objective
Implementar la tool search con FTS5 y ranking inteligente.

## Context
- Related files: \`src/tools/search.py\`, \`src/db/fts.py\`
- Dependencies: 003-disenar-schema-sqlite

## Steps
1. [ ] Crear función de búsqueda en SQLite
2. [ ] Implementar cálculo de ranking con boosts
3. [ ] Formatear respuesta según spec MCP
4. [ ] Agregar tests

## Acceptance Criteria
- [ ] Búsqueda devuelve resultados relevantes
- [ ] Ranking ordena por relevancia combinada
- [ ] Snippets muestran contexto del match

## Notes
Usar BM25 nativo de FTS5. Los boosts están documentados en sqlite-schema.md
`

describe('a task file', () => {
  it("is the seed's, byte for byte", () => {
    const text = renderTask({
      title: 'Implementar tool search',
      objective: 'Implementar la tool search con FTS5 y ranking inteligente.',
      steps: [
        'Crear función de búsqueda en SQLite',
        'Implementar cálculo de ranking con boosts',
        'Formatear respuesta según spec MCP',
        'Agregar tests',
      ],
      acceptance_criteria: [
        'Búsqueda devuelve resultados relevantes',
        'Ranking ordena por relevancia combinada',
        'Snippets muestran contexto del match',
      ],
      context: { related_files: ['src/tools/search.py', 'src/db/fts.py'], dependencies: ['003-disenar-schema-sqlite'] },
      notes: 'Usar BM25 nativo de FTS5. Los boosts están documentados en sqlite-schema.md',
      status: 'pending',
      tags: ['backend', 'fts5', 'search'],
    })
    expect(text).toBe(SEED)
  })

  it('leaves out sections without content', () => {
    const text = renderTask({
      title: 'A\n b',
      objective: '',
      steps: [' '],
      acceptance_criteria: [],
      context: {},
      status: 'done',
      tags: [],
    })
    expect(text).toBe('# Task: A b\n\nStatus: done\n')
  })

  it('keeps a step of two lines one step', () => {
    const text = renderTask({
      title: 'A',
      objective: 'o',
      steps: ['one\nmore', 'two'],
      acceptance_criteria: [],
      status: 'done',
      tags: [],
    })
    expect(text).toContain('1. [ ] one\n   more\n2. [ ] two\n')
    expect(readTask(outlineOf(text), 'x.md').stepsTotal).toBe(2)
  })

  it('is read again: title, objective, steps done, files and dependencies', () => {
    const outline = outlineOf(SEED.replace(/^---[\s\S]*?---\n/, '').replace('2. [ ]', '2. [x]'))
    expect(readTask(outline, '006-x.md')).toEqual({
      title: 'Implementar tool search',
      objective: 'Implementar la tool search con FTS5 y ranking inteligente.',
      stepsDone: 1,
      stepsTotal: 4,
    })
    expect(readContext(outline)).toEqual({
      relatedFiles: ['src/tools/search.py', 'src/db/fts.py'],
      dependencies: ['003-disenar-schema-sqlite'],
    })
  })

  it('has a title of its own name when it has no heading', () => {
    expect(readTask(outlineOf('text'), 'archive/004-fix-the-index.md')).toMatchObject({ title: 'fix the index', objective: null })
  })
})

describe('task numbers', () => {
  it('are one above the highest, three digits or more', () => {
    expect(nextNumber([])).toBe('001')
    expect(nextNumber(['001-a.md', 'archive/007-b.md', 'notes.md'])).toBe('008')
    expect(nextNumber(['999-a.md'])).toBe('1000')
  })

  it('are not taken from dates', () => {
    expect(taskNumber('2026-11-13-meeting.md')).toBeUndefined()
    expect(nextNumber(['2026-11-13-meeting.md', '002-a.md'])).toBe('003')
  })

  it('stand before a slug', () => {
    expect(taskFilename('004', 'Diseñar: el ÍNDICE (v2)!')).toBe('004-disenar-el-indice-v2.md')
    expect(taskFilename('005', '同期の重複をなくす')).toBe('005-同期の重複をなくす.md')
    expect(taskFilename('006', '!!!')).toBe('006-task.md')
    expect(Buffer.byteLength(taskFilename('007', '長'.repeat(500)))).toBeLessThan(255)
  })
})
