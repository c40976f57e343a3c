import type { Place } from './board-model.ts'

export interface Dragging {
  readonly drop: (cardId: string, to: Place) => void
  readonly mayDrag: () => boolean
}

interface Held {
  readonly card: HTMLElement
  readonly pointer: number
  readonly x: number
  readonly y: number
  readonly longPress: ReturnType<typeof setTimeout> | undefined
  ghost?: HTMLElement
  target?: HTMLElement | undefined
}

const MOUSE_PX = 5
const TOUCH_PX = 10
const LONG_PRESS_MS = 300
const EDGE_PX = 48

/** Drags cards with whatever points: a mouse at once, a finger after it has rested, so that it can still scroll. */
export function enableDragging(board: HTMLElement, { drop, mayDrag }: Dragging): () => void {
  let held: Held | undefined
  let point = { x: 0, y: 0 }
  let frame = 0

  const release = () => {
    if (held === undefined) return
    clearTimeout(held.longPress)
    cancelAnimationFrame(frame)
    held.ghost?.remove()
    held.card.classList.remove('is-lifted')
    held.target?.classList.remove('is-target')
    document.documentElement.classList.remove('is-dragging')
    held = undefined
  }
  const lift = () => {
    if (held === undefined || held.ghost !== undefined) return
    const { card } = held
    const at = card.getBoundingClientRect()
    const ghost = card.cloneNode(true) as HTMLElement
    ghost.classList.add('ghost')
    ghost.removeAttribute('data-card')
    ghost.setAttribute('aria-hidden', 'true')
    ghost.style.width = `${at.width}px`
    ghost.style.left = `${at.left}px`
    ghost.style.top = `${at.top}px`
    document.body.append(ghost)
    held.ghost = ghost
    card.classList.add('is-lifted')
    document.documentElement.classList.add('is-dragging')
    navigator.vibrate?.(10)
    frame = requestAnimationFrame(scrollAtEdges)
    follow()
  }
  const follow = () => {
    if (held?.ghost === undefined) return
    held.ghost.style.translate = `${point.x - held.x}px ${point.y - held.y}px`
    const under = document.elementFromPoint(point.x, point.y)?.closest<HTMLElement>('[data-cell]') ?? undefined
    const target = under !== undefined && board.contains(under) ? under : undefined
    if (target === held.target) return
    held.target?.classList.remove('is-target')
    target?.classList.add('is-target')
    held.target = target
  }
  const scrollAtEdges = () => {
    if (held?.ghost === undefined) return
    const at = board.getBoundingClientRect()
    const towards = (value: number, from: number, to: number) => (value < from + EDGE_PX ? -1 : value > to - EDGE_PX ? 1 : 0)
    board.scrollLeft += 14 * towards(point.x, at.left, Math.min(at.right, innerWidth))
    const list = held.target?.closest<HTMLElement>('[data-scroll]') ?? board
    const box = list.getBoundingClientRect()
    list.scrollTop += 10 * towards(point.y, box.top, Math.min(box.bottom, innerHeight))
    follow()
    frame = requestAnimationFrame(scrollAtEdges)
  }
  const down = (event: PointerEvent) => {
    const target = event.target as HTMLElement
    const card = target.closest<HTMLElement>('[data-card]')
    if (card === null || event.button !== 0 || !event.isPrimary || target.closest('button') !== null || !mayDrag()) return
    release()
    point = { x: event.clientX, y: event.clientY }
    const longPress = event.pointerType === 'touch' ? setTimeout(lift, LONG_PRESS_MS) : undefined
    held = { card, pointer: event.pointerId, ...point, longPress }
  }
  const move = (event: PointerEvent) => {
    if (held === undefined || event.pointerId !== held.pointer) return
    point = { x: event.clientX, y: event.clientY }
    const far = Math.hypot(point.x - held.x, point.y - held.y)
    if (held.ghost !== undefined) return follow()
    if (held.longPress === undefined && far > MOUSE_PX) lift()
    else if (held.longPress !== undefined && far > TOUCH_PX) release()
  }
  const up = (event: PointerEvent) => {
    if (held === undefined || event.pointerId !== held.pointer) return
    const { ghost, target, card } = held
    release()
    if (ghost === undefined) return
    // The link below the pointer must not open because the card was let go over it.
    addEventListener('click', swallow, { capture: true, once: true })
    setTimeout(() => removeEventListener('click', swallow, true))
    const { cell, lane } = target?.dataset ?? {}
    if (cell === undefined) return
    const from = card.closest<HTMLElement>('[data-cell]')?.dataset
    const isNewLane = lane !== undefined && lane !== from?.['lane']
    if (cell === from?.['cell'] && !isNewLane) return
    drop(card.dataset['card']!, { column: cell, ...(isNewLane ? { lane: lane === '' ? null : lane } : {}) })
  }
  const keep = (event: Event) => {
    if (held?.ghost !== undefined) event.preventDefault()
  }
  const menu = (event: Event) => {
    if (held?.longPress !== undefined) event.preventDefault()
  }
  const key = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && held?.ghost !== undefined) release()
  }
  const listening = new AbortController()
  const { signal } = listening
  board.addEventListener('pointerdown', down, { signal })
  board.addEventListener('touchmove', keep, { passive: false, signal })
  board.addEventListener('contextmenu', menu, { signal })
  board.addEventListener('dragstart', preventDefault, { signal })
  addEventListener('pointermove', move, { signal })
  addEventListener('pointerup', up, { signal })
  addEventListener('pointercancel', release, { signal })
  addEventListener('keydown', key, { signal })
  return () => {
    release()
    listening.abort()
  }
}

function swallow(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}

function preventDefault(event: Event): void {
  event.preventDefault()
}
