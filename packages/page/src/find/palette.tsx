import { useSignal } from '@preact/signals'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { BoardModel } from '../board/board-model.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Instead } from '../parts/instead.tsx'
import { canCall, useApp } from '../state/app.ts'
import { MarkedText, wordsOf } from './marked-text.tsx'
import { type Jump, mergeJumps, titlesLike } from './titles.ts'

const MOST_SHOWN = 14

/** Any title as one types: the cards of the board are here already, everything else is completed by the server. */
export function Palette({ model, close }: { readonly model: BoardModel; readonly close: () => void }) {
  const { t, route } = useApp()
  const typed = useSignal('')
  const at = useSignal(0)
  const list = useRef<HTMLDivElement>(null)
  const text = typed.value.trim()
  const jumps = useJumps(model, text)
  const chosen = Math.min(at.value, Math.max(0, jumps.length - 1))
  useEffect(() => list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' }), [chosen])
  const go = (jump: Jump | undefined) => {
    close()
    if (jump !== undefined) route.go(jump.to, { fresh: true })
    else if (text !== '') route.go({ view: 'find', q: text }, { fresh: true })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return
    if (event.key === 'ArrowDown') at.value = Math.min(chosen + 1, jumps.length - 1)
    else if (event.key === 'ArrowUp') at.value = Math.max(chosen - 1, 0)
    else if (event.key === 'Enter') go(event.shiftKey ? undefined : jumps[chosen])
    else return
    event.preventDefault()
  }
  const words = wordsOf(text)
  return (
    <Dialog title={t.palette} close={close} kind="palette">
      <input
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
      <div ref={list} id="palette-list" class="palette-list" role="listbox" aria-label={t.palette}>
        {jumps.map((jump, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field above
          <div
            key={JSON.stringify(jump.to)}
            id={`jump-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            onClick={() => go(jump)}
          >
            <span class="jump-family">{t.familyOf[jump.family] ?? jump.family}</span>
            <span class="jump-label" dir="auto">
              <MarkedText text={jump.label} words={words} />
            </span>
            <span class="where">{jump.where}</span>
          </div>
        ))}
      </div>
      {jumps.length === 0 && text !== '' && <Instead words={t.paletteNothing} label={t.find} onClick={() => go(undefined)} />}
      <p class="palette-foot" aria-hidden="true">
        <kbd>↑</kbd> <kbd>↓</kbd> <kbd>Enter</kbd> {t.open} · <kbd>Shift Enter</kbd> {t.paletteSearch}
      </p>
    </Dialog>
  )
}

interface Titles {
  readonly typed: string
  readonly jumps: readonly Jump[]
}

function useJumps(model: BoardModel, typed: string): readonly Jump[] {
  const app = useApp()
  const cards = useCardTitles(model, typed)
  const [found, setFound] = useState<ReadonlyMap<string, Titles>>(new Map())
  const tools = app.tools.value
  useEffect(() => {
    let isOver = false
    const show = (family: string, jumps: readonly Jump[]) => {
      if (!isOver) setFound((before) => new Map(before).set(family, { typed, jumps }))
    }
    titlesLike(app.mcp, typed, { isServed: (tool) => canCall(app, tool), show })
    return () => {
      isOver = true
    }
  }, [typed, app, tools])
  return useMemo(() => {
    // Until a family has answered for what is typed now, what it said before is filtered here.
    const isLike = ({ label, where }: Jump) => `${label} ${where}`.toLowerCase().includes(firstWord(typed))
    const lists = [...found.values()].map((titles) => (titles.typed === typed ? titles.jumps : titles.jumps.filter(isLike)))
    return mergeJumps([cards, ...lists], typed, MOST_SHOWN)
  }, [cards, found, typed])
}

function firstWord(typed: string): string {
  return typed.toLowerCase().split(/\s+/, 1)[0]!
}

function useCardTitles(model: BoardModel, typed: string): readonly Jump[] {
  const cards = model.cards.value
  return useMemo(() => {
    const wanted = typed.normalize('NFKC').toLowerCase().split(/\s+/)
    const board = model.board === '.' ? undefined : model.board
    const titleOf = (column: string) => model.summary.value?.columns.find(({ key }) => key === column)?.title ?? column
    return [...cards.values()]
      .filter(({ title }) => wanted.every((word) => title.normalize('NFKC').toLowerCase().includes(word)))
      .slice(0, MOST_SHOWN)
      .map((card) => ({
        family: 'kanban',
        label: card.title,
        where: titleOf(card.column),
        to: { board, card: card.cardId },
      }))
  }, [cards, typed, model])
}
