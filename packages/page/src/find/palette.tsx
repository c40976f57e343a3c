import { useSignal } from '@preact/signals'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { BoardModel } from '../board/board-model.ts'
import { Dialog } from '../parts/dialog.tsx'
import { useApp } from '../state/app.ts'

interface Jump {
  readonly label: string
  readonly where: string
  readonly to: Readonly<Record<string, string | undefined>>
}

const MOST_SHOWN = 12
const NOTES = 'vault://{+path}'

/** Any title as one types: cards are here already, notes are completed by the server. */
export function Palette({ model, close }: { readonly model: BoardModel; readonly close: () => void }) {
  const { t, route } = useApp()
  const typed = useSignal('')
  const at = useSignal(0)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const notes = useNoteTitles(typed.value.trim())
  const cards = useCardTitles(model, typed.value.trim())
  const jumps = [...cards, ...notes].slice(0, MOST_SHOWN)
  const chosen = Math.min(at.value, Math.max(0, jumps.length - 1))
  const go = (jump: Jump | undefined) => {
    const text = typed.value.trim()
    close()
    if (jump !== undefined) route.go(jump.to, { fresh: true })
    else if (text !== '') route.go({ view: 'find', q: text }, { fresh: true })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return
    if (event.key === 'ArrowDown') at.value = Math.min(chosen + 1, jumps.length - 1)
    else if (event.key === 'ArrowUp') at.value = Math.max(chosen - 1, 0)
    else if (event.key === 'Enter') go(jumps[chosen])
    else return
    event.preventDefault()
  }
  return (
    <Dialog title={t.palette} close={close} kind="palette">
      <input
        ref={input}
        class="palette-input"
        role="combobox"
        aria-label={t.palette}
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={jumps.length > 0 ? `jump-${chosen}` : undefined}
        placeholder={t.palette}
        autocomplete="off"
        dir="auto"
        value={typed.value}
        onInput={(event) => {
          typed.value = event.currentTarget.value
          at.value = 0
        }}
        onKeyDown={onKeyDown}
      />
      <div id="palette-list" class="palette-list" role="listbox" aria-label={t.palette}>
        {jumps.map((jump, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field above
          <div
            key={`${jump.where}${jump.label}`}
            id={`jump-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            onClick={() => go(jump)}
          >
            <span dir="auto">{jump.label}</span>
            <span class="where">{jump.where}</span>
          </div>
        ))}
      </div>
      {jumps.length === 0 && typed.value.trim() !== '' && <p class="state">{t.paletteNothing}</p>}
    </Dialog>
  )
}

function useCardTitles(model: BoardModel, typed: string): readonly Jump[] {
  const cards = model.cards.value
  return useMemo(() => {
    const wanted = typed.normalize('NFKC').toLowerCase()
    const board = model.board === '.' ? undefined : model.board
    const titleOf = (column: string) => model.summary.value?.columns.find(({ key }) => key === column)?.title ?? column
    return [...cards.values()]
      .map((card) => ({ card, found: card.title.normalize('NFKC').toLowerCase().indexOf(wanted) }))
      .filter(({ found }) => found >= 0)
      .sort((a, b) => a.found - b.found)
      .slice(0, MOST_SHOWN)
      .map(({ card }) => ({ label: card.title, where: titleOf(card.column), to: { board, card: card.cardId } }))
  }, [cards, typed, model])
}

function useNoteTitles(typed: string): readonly Jump[] {
  const { mcp } = useApp()
  const [notes, setNotes] = useState<readonly Jump[]>([])
  useEffect(() => {
    let isOver = false
    const show = (paths: readonly string[]) => {
      if (!isOver) setNotes(paths.map((path) => ({ label: nameOf(path), where: path, to: { note: path } })))
    }
    mcp.complete(NOTES, { name: 'path', value: typed }).then(show, () => show([]))
    return () => {
      isOver = true
    }
  }, [typed, mcp])
  return notes
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/, '')
}
