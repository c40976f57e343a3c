import { DomainError } from '@shoko/contract'
import { parsePath } from '@shoko/core-fs'
import { expectEach } from '@shoko/testkit/examples'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Change, checkChange, checkMove, checkTrash, type DailyNotes } from './policy.ts'

const DAILY: DailyNotes = { dir: 'daily', format: 'YYYY-MM-DD' }

function verdict(path: string, change: Change, daily = DAILY): string {
  return outcome(() => checkChange(parsePath(path), change, daily))
}

function outcome(check: () => void): string {
  try {
    check()
    return 'allowed'
  } catch (error) {
    return error instanceof DomainError ? error.reason : 'bug'
  }
}

describe('checkChange', () => {
  it('reserves .system in any case, as a whole first component only', () =>
    expectEach(verdict, [
      ['.system/x.md', 'create', 'reserved_area'],
      ['.SYSTEM/a/b.md', 'append', 'reserved_area'],
      ['.system', 'overwrite', 'reserved_area'],
      ['.system2/x.md', 'create', 'allowed'],
      ['notes/.system/x.md', 'create', 'allowed'],
    ]))

  it('lets daily notes be created and appended to under dated names only', () => {
    expect(verdict('daily/2026-02-11.md', 'create')).toBe('allowed')
    expect(verdict('Daily/2026-02-11.md', 'append')).toBe('allowed')
    for (const path of [
      'daily/today.md',
      'daily/2026-2-11.md',
      'daily/x/2026-02-11.md',
      'daily/2026-02-11.txt',
      'daily',
      'daily/2026-02-11.md/x',
    ]) {
      expect(verdict(path, 'create'), path).toBe('daily_rule')
      expect(verdict(path, 'append'), path).toBe('daily_rule')
    }
  })

  it('takes real calendar dates only', () =>
    expectEach(
      (date) => verdict(`daily/${date}.md`, 'create'),
      [
        ['2024-02-29', 'allowed'],
        ['2000-02-29', 'allowed'],
        ['2026-02-29', 'daily_rule'],
        ['1900-02-29', 'daily_rule'],
        ['2026-02-30', 'daily_rule'],
        ['2026-04-31', 'daily_rule'],
        ['2026-13-01', 'daily_rule'],
        ['2026-00-10', 'daily_rule'],
        ['2026-01-00', 'daily_rule'],
        ['0000-01-01', 'daily_rule'],
      ],
    ))

  it('agrees with the calendar on every date', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9999 }),
        fc.integer({ min: 0, max: 13 }),
        fc.integer({ min: 0, max: 32 }),
        (year, month, day) => {
          const date = new Date(0)
          date.setUTCFullYear(year, month - 1, day)
          const real = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
          const pad = (value: number, width: number) => String(value).padStart(width, '0')
          const name = `daily/${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}.md`
          expect(verdict(name, 'create')).toBe(real ? 'allowed' : 'daily_rule')
        },
      ),
    )
  })

  it('never lets a daily note be overwritten or edited', () =>
    expectEach(verdict, [
      ['daily/2026-02-11.md', 'overwrite', 'daily_rule'],
      ['DAILY/2026-02-11.md', 'replace', 'daily_rule'],
      ['daily2/x.md', 'overwrite', 'allowed'],
    ]))
})

describe('daily notes elsewhere', () => {
  const journal: DailyNotes = { dir: 'Journal/Days', format: 'YYYY/MM/YYYY-MM-DD' }
  const anywhere: DailyNotes = { dir: '', format: 'YYYY-MM-DD' }

  it('takes a folder of several segments and a format of several parts', () => {
    expect(verdict('Journal/Days/2026/11/2026-11-17.md', 'create', journal)).toBe('allowed')
    expect(verdict('journal/days/2026/11/2026-11-17.md', 'append', journal)).toBe('allowed')
    for (const path of [
      'Journal/Days/2026-11-17.md',
      'journal/days/2026/12/2026-11-17.md',
      'Journal/Days/x.md',
      'Journal/Days',
    ]) {
      expect(verdict(path, 'create', journal), path).toBe('daily_rule')
    }
    expect(verdict('Journal/Days/2026/11/2026-11-17.md', 'replace', journal)).toBe('daily_rule')
    for (const path of ['Journal/x.md', 'Journal/Days2/x.md', 'daily/x.md']) {
      expect(verdict(path, 'overwrite', journal), path).toBe('allowed')
    }
  })

  it('without a folder, only names of the format are daily', () => {
    expect(verdict('2026-11-17.md', 'create', anywhere)).toBe('allowed')
    expect(verdict('2026-11-17.md', 'overwrite', anywhere)).toBe('daily_rule')
    for (const path of ['2026-13-17.md', 'x/2026-11-17.md', 'daily/x.md']) {
      expect(verdict(path, 'overwrite', anywhere), path).toBe('allowed')
    }
  })
})

describe('checkMove and checkTrash', () => {
  const move = (from: string, to: string, daily = DAILY) =>
    outcome(() => checkMove({ from: parsePath(from), to: parsePath(to) }, daily))
  const trash = (path: string) => outcome(() => checkTrash(parsePath(path), DAILY))

  it('keep daily notes where they are, and .system, from which only the trash gives back', async () => {
    await expectEach(move, [
      ['daily/2026-11-17.md', 'x.md', 'daily_rule'],
      ['x.md', 'DAILY/2026-11-17.md', 'daily_rule'],
      ['daily', 'diary', 'daily_rule'],
      ['x.md', '2026-11-17.md', { dir: '', format: 'YYYY-MM-DD' }, 'daily_rule'],
      ['x.md', '.system/x.md', 'reserved_area'],
      ['.system/shoko/move.json', 'x.md', 'reserved_area'],
      ['.system/trash/2026/x.md', 'x.md', 'allowed'],
      ['.system/trash/2026/x.md', '.system/trash/2027/x.md', 'reserved_area'],
      ['.system/trash/2026/x.md', 'daily/x.md', 'daily_rule'],
      ['x.md', 'y.md', 'allowed'],
    ])
    await expectEach(trash, [
      ['daily/2026-11-17.md', 'daily_rule'],
      ['.system/trash/2026/x.md', 'reserved_area'],
      ['x.md', 'allowed'],
    ])
  })
})
