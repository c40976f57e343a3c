import { oneLine } from '@shoko/contract'
import { type CardItem, kanbanDone, kanbanList, kanbanMove, kanbanNew } from '@shoko/kanban-bridge'
import { callTool } from './call-tool.ts'
import { boardValue, type Command, flag, integerValue, listValue, many, one, textValue, withWarnings } from './command.ts'

export const newCommand: Command = {
  usage: 'new TITLE [--column C] [--lane L] [--priority P0..P3] [--size N] [--label L]… [--assignee A]… [--body TEXT]',
  summary: 'create a card',
  options: { column: one, lane: one, priority: one, size: one, label: many, assignee: many, body: one },
  positionals: { min: 1, max: 50 },
  async run(ctx, args) {
    const output = await callTool(ctx, kanbanNew, {
      board: boardValue(args),
      title: args.positionals.join(' '),
      column: textValue(args, 'column'),
      lane: textValue(args, 'lane'),
      priority: textValue(args, 'priority')?.toUpperCase(),
      size: integerValue(args, 'size'),
      labels: listValue(args, 'label'),
      assignees: listValue(args, 'assignee'),
      body: textValue(args, 'body'),
    })
    return { text: withWarnings(`${output.cardId}  ${output.path}`, output.warnings), json: output }
  },
}

export const listCommand: Command = {
  usage:
    'list [--column C]… [--lane L] [--assignee A] [--label L] [--priority P] [--query Q] [--include-done] [--limit N] [--offset N]',
  summary: 'list cards by column',
  options: {
    column: many,
    lane: one,
    assignee: one,
    label: one,
    priority: one,
    query: one,
    'include-done': flag,
    limit: one,
    offset: one,
  },
  async run(ctx, args) {
    const output = await callTool(ctx, kanbanList, {
      board: boardValue(args),
      columns: listValue(args, 'column'),
      lane: textValue(args, 'lane'),
      assignee: textValue(args, 'assignee'),
      label: textValue(args, 'label'),
      priority: textValue(args, 'priority'),
      query: textValue(args, 'query'),
      includeDone: args.values['include-done'],
      limit: integerValue(args, 'limit'),
      offset: integerValue(args, 'offset'),
    })
    const more = output.nextOffset === null ? [] : [`more: --offset ${output.nextOffset}`]
    return { text: [...listLines(output.items), ...more].join('\n'), json: output }
  },
}

export const moveCommand: Command = {
  usage: 'move CARD COLUMN',
  summary: 'move a card to another column',
  positionals: { min: 2, max: 2 },
  async run(ctx, args) {
    const [cardId, toColumn] = args.positionals
    const output = await callTool(ctx, kanbanMove, { board: boardValue(args), cardId, toColumn })
    return { text: withWarnings(`${output.from} -> ${output.to}  ${output.path}`, output.warnings), json: output }
  },
}

export const doneCommand: Command = {
  usage: 'done CARD',
  summary: 'complete a card',
  positionals: { min: 1, max: 1 },
  async run(ctx, args) {
    const output = await callTool(ctx, kanbanDone, { board: boardValue(args), cardId: args.positionals[0] })
    return { text: withWarnings(`done ${output.completed_at}  ${output.path}`, output.warnings), json: output }
  },
}

function listLines(items: readonly CardItem[]): string[] {
  if (items.length === 0) return ['no cards']
  const columns = [...new Set(items.map((item) => item.column))]
  return columns.flatMap((column) => {
    const own = items.filter((item) => item.column === column)
    return [oneLine(`${column} (${own.length})`), ...own.map((item) => `  ${cardLine(item)}`)]
  })
}

function cardLine(item: CardItem): string {
  const marks = [
    ...(item.lane === null ? [] : [`[${item.lane}]`]),
    ...(item.labels ?? []).map((label) => `#${label}`),
    ...(item.assignees ?? []).map((person) => `@${person}`),
  ]
  return oneLine([item.cardId, item.priority ?? '--', item.title, ...marks].join(' '))
}
