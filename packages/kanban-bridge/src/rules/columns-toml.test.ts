import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parseColumnsToml } from './columns-toml.ts'

it('has defaults for everything', () => {
  expect(parseColumnsToml('')).toEqual({
    columns: [],
    wipLimits: new Map(),
    watch: { hotColumns: ['backlog', 'doing'], debounceMs: 300, maxBatch: 50 },
    writer: { autoRename: false, renameSuffix: '-1' },
    render: { enabled: false, debounceMs: 300, progressParents: [] },
  })
})

it('takes what the guide shows, which is the defaults but for the columns', () => {
  const guide = readFileSync(new URL('../../../../docs/guides/kanban.md', import.meta.url), 'utf8')
  expect(parseColumnsToml(/```toml\n(.*?)```/s.exec(guide)![1]!)).toEqual({
    ...parseColumnsToml(''),
    columns: ['backlog', 'doing', 'review', 'done'].map((key) => ({ key, title: key })),
    wipLimits: new Map([['doing', 3]]),
    watch: { hotColumns: ['doing'], debounceMs: 300, maxBatch: 50 },
  })
})

it('takes columns as a list of names or as tables', () => {
  expect(parseColumnsToml('columns = ["a", "b"]\n[wip_limits]\nb = 2').columns).toEqual([
    { key: 'a', title: 'a' },
    { key: 'b', title: 'b' },
  ])
  const tables = parseColumnsToml('[[columns]]\nkey = "doing"\ntitle = "In progress"\nwip_limit = 3\n')
  expect(tables.columns).toEqual([{ key: 'doing', title: 'In progress' }])
  expect(tables.wipLimits).toEqual(new Map([['doing', 3]]))
})

it('watches the listed columns unless hot ones are named', () => {
  expect(parseColumnsToml('columns = ["a", "done"]').watch.hotColumns).toEqual(['a'])
  expect(parseColumnsToml('columns = ["a"]\n[watch]\nhot_columns = ["b"]').watch.hotColumns).toEqual(['b'])
})

it('lets each section stand alone', () => {
  expect(parseColumnsToml('[writer]\nauto_rename_on_conflict = true').writer).toEqual({ autoRename: true, renameSuffix: '-1' })
  expect(parseColumnsToml('[render]\nenabled = true\nprogress_parent = "01A"').render.progressParents).toEqual(['01A'])
  expect(parseColumnsToml('[wip_limits]\ndoing = 1').wipLimits).toEqual(new Map([['doing', 1]]))
})

it('names the line of a broken file', () => {
  expect(() => parseColumnsToml('columns = ["a"]\n\n[watch\n')).toThrow('.kanban/columns.toml line 3')
  expect(() => parseColumnsToml('columns = ["a"]\n[watch]\nhot_columns = ["a"]\nmax_batch = "many"\n')).toThrow(
    '.kanban/columns.toml line 4: watch.max_batch',
  )
})
