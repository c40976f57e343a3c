import '../style/tokens.css'
import '../style/base.css'
import '../style/frame.css'
import '../style/parts.css'
import '../style/board.css'
import '../style/card.css'
import '../style/conflict.css'
import '../style/prose.css'
import '../style/narrow.css'
import '../style/view.css'
import { useEffect, useMemo } from 'preact/hooks'
import { createBoardModel } from '../board/board-model.ts'
import { BoardView } from '../board/board-view.tsx'
import { NewCard } from '../board/new-card.tsx'
import { CardView } from '../card/card-view.tsx'
import { Notices } from '../parts/notices.tsx'
import { useApp } from '../state/app.ts'
import { showView } from './view-app.tsx'

/** The board in a chat: what kanban_list was asked for decides which one, and what of it. */
function BoardInChat() {
  const app = useApp()
  const query = app.route.query.value
  const board = query.get('board') ?? '.'
  const card = query.get('card')
  const model = useMemo(() => createBoardModel(app, board), [app, board])
  useEffect(() => () => model.close(), [model])
  return (
    <main id="content" class="in-chat">
      {card === null ? <BoardView model={model} /> : <CardView key={card} model={model} cardId={card} />}
      <Notices />
      {app.dialog.value === 'new-card' && <NewCard model={model} />}
    </main>
  )
}

const TEXTS = ['board', 'lane', 'label', 'assignee', 'priority'] as const

function addressOf(args: Readonly<Record<string, unknown>>): Record<string, string> {
  const given = TEXTS.flatMap((key) => (typeof args[key] === 'string' ? [[key, args[key]] as const] : []))
  return { ...Object.fromEntries(given), ...(args['blocked'] === true ? { blocked: '1' } : {}) }
}

await showView(BoardInChat, addressOf)
