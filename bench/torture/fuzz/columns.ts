import { DomainError } from '@shoko/contract'
import { parseColumnsToml } from '../../../packages/kanban-bridge/src/rules/columns-toml.ts'
import { defineRun } from '../run.ts'
import { fuzz, rule } from './campaign.ts'
import { TRICKS, textOf } from './texts.ts'

const TOML = [
  'columns = ["a", "b"]\n',
  '[[columns]]\n',
  'key = "x"\n',
  'wip_limit = 3\n',
  'wip_limit = -1\n',
  '[wip_limits]\n',
  'doing = 1\n',
  '[watch]\n',
  'debounce_ms = 1e9\n',
  '[writer]\n',
  'rename_suffix = "-1"\n',
  '[render]\n',
  'enabled = true\n',
  'enabled = "yes"\n',
  '"',
  '[',
  ']',
  '=',
  '\n',
  '# c\n',
  'a.b.c = 1979-05-27T07:32:00Z\n',
  '0x',
  '"""',
  "'''",
  '__proto__ = 1\n',
  '[__proto__]\n',
  'x = inf\n',
]

export const run = defineRun('fuzz-columns', (order) => fuzz(order, { rules, inputs: order.counts.inputs! }), {
  full: { inputs: 1_000_000 },
  expectedSeconds: 40,
  cores: 1,
})

const rules = [
  rule('columns.toml is read or refused by its line', textOf([...TOML, ...TRICKS], 8), (text) => {
    try {
      const { columns, watch } = parseColumnsToml(text)
      return columns.every(({ key }) => key !== '') && watch.maxBatch >= 1
    } catch (error) {
      if (!(error instanceof DomainError) || error.reason !== 'broken_config') throw error
      const line = Number(/line (\d+)/.exec(error.message)?.[1])
      return line >= 1 && line <= text.split(/\r\n|\n|\r/).length + 1
    }
  }),
]
