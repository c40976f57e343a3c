import { useEffect, useState } from 'preact/hooks'
import { useApp } from '../state/app.ts'
import type { BoardModel } from './board-model.ts'

const NONE: ReadonlySet<string> = new Set()
const PAUSE_MS = 150

/** Cards whose text holds the words of the filter: titles are here, bodies are the server's to look through. */
export function useBodyMatches(model: BoardModel): ReadonlySet<string> {
  const { mcp, route } = useApp()
  const text = (route.query.value.get('text') ?? '').trim()
  const [found, setFound] = useState(NONE)
  useEffect(() => {
    if (text === '') return setFound(NONE)
    let isOver = false
    const timer = setTimeout(async () => {
      const ids = new Set<string>()
      for (let offset: number | null = 0; offset !== null && !isOver; ) {
        const page: { items: { cardId: string }[]; nextOffset: number | null } = await mcp.call('kanban_list', {
          board: model.board,
          query: text,
          offset,
          limit: 1000,
        })
        for (const { cardId } of page.items) ids.add(cardId)
        offset = page.nextOffset
      }
      if (!isOver) setFound(ids)
    }, PAUSE_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [text, model, mcp])
  return found
}
