import fc from 'fast-check'
import { CardRows } from '../../../packages/kanban-bridge/src/rules/card-rows.ts'
import { parseEdges, renderEdges } from '../../../packages/kanban-bridge/src/rules/edge-lines.ts'
import { readNotes, renderNote } from '../../../packages/kanban-bridge/src/rules/notes.ts'
import { RELATION_TYPES } from '../../../packages/kanban-bridge/src/rules/relations.ts'
import { defineRun } from '../run.ts'
import { fuzz, rule } from './campaign.ts'
import { anyText, TRICKS, textOf } from './texts.ts'

const notes = fc.record({
  ts: fc.constant('2026-11-16T00:00:00.000Z'),
  type: fc.constantFrom('worklog', 'resume'),
  text: anyText.map((text) => text.toWellFormed()),
})

export const run = defineRun('fuzz-ndjson', (order) => fuzz(order, { rules, inputs: order.counts.inputs! }), {
  full: { inputs: 1_000_000 },
  expectedSeconds: 30,
  cores: 1,
})

const rules = [
  rule(
    'good notes survive among broken lines',
    fc.tuple(fc.array(notes, { maxLength: 4 }), fc.array(anyText, { maxLength: 4 })),
    ([good, bad]) => {
      const lines = [...good.map(renderNote), ...bad.map((text) => `${text.replaceAll(/[\r\n]/g, '')}\n`)]
      const texts = readNotes(lines.join('')).notes.map((note) => note.text)
      return good.every(({ text }) => texts.includes(text))
    },
  ),
  rule(
    'relations read back the same',
    fc.array(fc.record({ type: fc.constantFrom(...RELATION_TYPES), from: anyText, to: anyText }), { maxLength: 4 }),
    (edges) => JSON.stringify(parseEdges(renderEdges(edges))) === JSON.stringify(edges),
  ),
  rule(
    'any text is edges or a reason to rebuild',
    textOf(['{"type":"parent",', '"from":"a",', '"to":"b"}', '\n', ...TRICKS], 8),
    (text) => {
      parseEdges(text)
      CardRows.parse(text)
    },
  ),
]
