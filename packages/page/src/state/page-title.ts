import type { BoardModel } from '../board/board-model.ts'
import type { App } from './app.ts'

/** What the tab and the history say: where one is, and how much others have done there that nobody has looked at. */
export function pageTitle(app: App, model: BoardModel): string {
  const news = model.unseen.value.size
  return `${news === 0 ? '' : `(${app.t.number(news)}) `}${placeTitle(app, model)} – Shoko`
}

/** What is shown, by its name. */
export function placeTitle({ t, route }: App, model: BoardModel): string {
  const query = route.query.value
  const board = model.summary.value?.board ?? t.board
  const [card, note, asked] = [query.get('card'), query.get('note'), query.get('q')]
  if (card !== null) return model.cards.value.get(card)?.title ?? board
  if (note !== null) return fileName(note)
  const about = (name: string) => (asked === null ? name : `${asked} – ${name}`)
  switch (query.get('view')) {
    case 'find':
      return about(t.find)
    case 'evidence':
      return about(t.evidence.name)
    case 'audit':
      return fileName(query.get('artifact') ?? query.get('source') ?? t.audit.name)
    case 'notes':
      return t.notes
    case 'projects':
      return query.get('project') ?? t.projects.name
    default:
      return board
  }
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/, '')
}
