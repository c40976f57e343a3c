import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Age } from '../parts/age.tsx'
import { Icon } from '../parts/icons.tsx'
import { useApp } from '../state/app.ts'
import type { BoardModel } from './board-model.ts'
import { describeChange } from './card-item.tsx'

/** What happened on the board since the page was opened, by oneself and by others. */
export function ChangeList({ model }: { readonly model: BoardModel }) {
  const app = useApp()
  const { t, route } = app
  const isOpen = useSignal(false)
  const ref = useRef<HTMLDivElement>(null)
  const unseen = model.unseen.value.size
  const columnTitle = (key: string) => model.summary.value?.columns.find((one) => one.key === key)?.title ?? key
  useEffect(() => {
    const outside = (event: PointerEvent) => {
      if (!ref.current?.contains(event.target as Node)) isOpen.value = false
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') isOpen.value = false
    }
    addEventListener('pointerdown', outside)
    addEventListener('keydown', onKey)
    return () => {
      removeEventListener('pointerdown', outside)
      removeEventListener('keydown', onKey)
    }
  }, [isOpen])
  return (
    <div ref={ref} class="changes">
      <button
        type="button"
        class={unseen > 0 ? 'toggle has-news' : 'toggle'}
        aria-expanded={isOpen.value}
        onClick={() => {
          isOpen.value = !isOpen.value
        }}
      >
        <Icon name="history" />
        {t.changes}
        {unseen > 0 && <span class="news-count">{unseen}</span>}
      </button>
      {isOpen.value && (
        <div class="changes-list">
          {model.changes.value.length === 0 && <p class="state">{t.noChanges}</p>}
          <ol>
            {model.changes.value.map((change) => (
              <li key={`${change.cardId}${change.at}${change.kind}`} class={change.isOwn ? 'is-own' : 'is-theirs'}>
                <a href={route.href({ board: model.board === '.' ? undefined : model.board, card: change.cardId })} dir="auto">
                  {change.title}
                </a>
                <span class="change-what">{describeChange(app, change, columnTitle)}</span>
                <span class="change-who">{change.isOwn ? t.byYou : t.bySomebody}</span>
                <Age at={change.at} />
              </li>
            ))}
          </ol>
        </div>
      )}
    </div>
  )
}
