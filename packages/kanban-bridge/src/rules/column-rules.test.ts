import { expect, it } from 'vitest'
import { brokenRules, hasRules } from './column-rules.ts'
import { parseColumnsToml } from './columns-toml.ts'

const config = parseColumnsToml('[wip_limits]\ndoing = 2\nreview = 0\n')

it('warns of a column that holds more cards than its limit, and only then', () => {
  expect(brokenRules({ column: 'doing', cards: 2 }, config)).toEqual([])
  expect(brokenRules({ column: 'doing', cards: 3 }, config)).toEqual([
    { rule: 'wip', warning: 'wip exceeded: doing limit 2 actual 3' },
  ])
  expect(brokenRules({ column: 'review', cards: 1 }, config)).toEqual([
    { rule: 'wip', warning: 'wip exceeded: review limit 0 actual 1' },
  ])
  expect(brokenRules({ column: 'backlog', cards: 99 }, config)).toEqual([])
})

it('knows which columns are worth counting', () => {
  expect(['doing', 'review', 'backlog'].map((column) => hasRules(column, config))).toEqual([true, true, false])
})
