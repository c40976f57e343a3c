import type { Board } from '../board/board.ts'
import { columnOrder } from './board-summary.ts'

/** How to work with this board, for a model's eye. */
export async function boardManual(board: Board): Promise<string> {
  const config = await board.config()
  const columns = columnOrder(
    config.columns.map(({ key }) => key),
    await board.index.columns(),
  )
  return `# Board ${board.name}

Columns: ${columns.map((column) => limitText(column, config.wipLimits.get(column))).join(', ')}.

A card is a Markdown file, \`.kanban/<column>/<ULID>__<slug>.md\`; its folder is its column. Done cards lie in \`.kanban/done/YYYY/MM/\`.

## Working

1. \`kanban/list\` with \`columns\` and a small \`limit\`; add \`query\`, \`lane\`, \`label\`, \`assignee\`, \`priority\` or \`blocked\` to narrow it.
2. \`kanban/card\` before taking a card up: its text, resume_hint, next_steps, what blocks it, the latest notes, and the hash that \`expected_hash\` wants.
3. \`kanban/move\` when work begins, \`kanban/notes.append\` as it goes on (worklog, decision, resume), \`kanban/done\` at the end.
4. \`kanban/new\` is not idempotent: look for the card first. \`kanban/move\`, \`done\` and \`update\` can be repeated.
5. \`kanban/relations.set\` for parent (from = child), depends and relates; \`kanban/tree\` shows what lies below a card.

## Rules

- \`kanban/update\`: what is absent in \`patch.fm\` stays, \`[]\` empties, \`null\` clears; \`patch.body\` appends unless \`replace\` is true.
- Tell people about \`warnings\`: a full column, an open child of a done parent, a file name that was taken.
- The files may be edited by hand, in Obsidian or by git at any time; the next call sees it. \`shoko kanban lint\` finds what is broken.
`
}

function limitText(column: string, limit: number | undefined): string {
  return limit === undefined ? column : `${column} (at most ${limit})`
}
