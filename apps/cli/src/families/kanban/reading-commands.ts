import { oneLine } from '@shoko/contract'
import { cardState, kanbanNotesAppend, kanbanNotesList, type Note } from '@shoko/kanban-bridge'
import { callTool } from './call-tool.ts'
import { type Arguments, boardValue, type Command, flag, integerValue, listValue, many, one, textValue } from './command.ts'

export const showCommand: Command = {
  usage: 'show CARD [--full]',
  summary: 'show where a card stands',
  options: { full: flag },
  positionals: { min: 1, max: 1 },
  async run(ctx, args) {
    const board = await ctx.boards.resolve(boardValue(args))
    const card = await board.card(args.positionals[0]!)
    const state = await cardState(board, card, { mode: args.values.full === true ? 'full' : 'brief', limit: 3 })
    return { text: stateLines({ ...state, path: card.path }).join('\n'), json: state }
  },
}

export const notesCommand: Command = {
  usage: 'notes CARD [--limit N] [--all] | notes CARD --add TEXT [--type worklog|resume|decision] [--tag T]… [--author A]',
  summary: "read or add to a card's journal",
  options: {
    limit: one,
    all: flag,
    add: one,
    type: one,
    tag: many,
    author: one,
  },
  positionals: { min: 1, max: 1 },
  async run(ctx, args) {
    const target = { board: boardValue(args), cardId: args.positionals[0] }
    if (args.values.add !== undefined) {
      const output = await callTool(ctx, kanbanNotesAppend, { ...target, ...noteOf(args) })
      return { text: `added ${output.ts}  ${output.path}`, json: output }
    }
    const output = await callTool(ctx, kanbanNotesList, {
      ...target,
      limit: integerValue(args, 'limit'),
      all: args.values.all,
    })
    return { text: output.items.length === 0 ? 'no notes' : output.items.map(noteLine).join('\n'), json: output }
  },
}

function noteOf(args: Arguments): Record<string, unknown> {
  const [text, type, author] = [textValue(args, 'add'), textValue(args, 'type'), textValue(args, 'author')]
  return { text, type, author, tags: listValue(args, 'tag') }
}

function stateLines(state: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(state).flatMap(([key, value]) => {
    if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return []
    if (!Array.isArray(value)) return String(value).includes('\n') ? [`${key}:`, indent(String(value))] : [`${key}: ${value}`]
    return [`${key}:`, ...value.map((item) => indent(itemLine(item)))]
  })
}

function itemLine(item: unknown): string {
  if (typeof item !== 'object' || item === null) return `- ${item}`
  if ('ts' in item) return noteLine(item as Note) // notes are the only items with a time
  return oneLine(`- ${Object.values(item).join(' ')}`)
}

function noteLine(note: Note): string {
  const marks = [...(note.author === undefined ? [] : [`@${note.author}`]), ...(note.tags ?? []).map((tag) => `#${tag}`)]
  return oneLine([`${note.ts} ${note.type}:`, note.text, ...marks].join(' '))
}

function indent(text: string): string {
  return text.trimEnd().replaceAll(/^/gm, '  ')
}
