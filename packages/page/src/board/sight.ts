import type { RefObject } from 'preact'
import { useEffect, useState } from 'preact/hooks'

/** What is drawn of a list, by the numbers of its pieces. */
export interface Sight {
  readonly drawn: ReadonlySet<number>
  /** Of a piece that is not drawn: as high as it was, or as so many cards usually are. */
  heightOf(piece: number, cards: number): string
}

interface Seen {
  readonly drawn: ReadonlySet<number>
  readonly heights: ReadonlyMap<number, number>
}

/** About as many cards as a window shows, and about as high as one is. */
const PIECE = 12
const CARD_PX = 70

export function piecesOf<T>(items: readonly T[]): readonly (readonly T[])[] {
  const pieces: (readonly T[])[] = []
  for (let from = 0; from < items.length; from += PIECE) pieces.push(items.slice(from, from + PIECE))
  return pieces
}

/** A board of ten thousand cards is as quick as one of thirty: pieces that are more than a window away leave their height behind. */
export function useSight(list: RefObject<HTMLElement | null>, pieces: number, isFar: boolean): Sight {
  const [{ drawn, heights }, setSeen] = useState<Seen>(() => ({ drawn: new Set(isFar ? [] : [0]), heights: new Map() }))
  useEffect(() => {
    const element = list.current!
    const observer = new IntersectionObserver((seen) => setSeen((before) => lookAgain(before, seen)), {
      root: scrollerOf(element),
      rootMargin: '100% 0px',
    })
    for (const piece of element.children) observer.observe(piece)
    return () => observer.disconnect()
  }, [list, pieces])
  return { drawn, heightOf: (piece, cards) => `${heights.get(piece) ?? cards * CARD_PX}px` }
}

function lookAgain(before: Seen, seen: readonly IntersectionObserverEntry[]): Seen {
  const [drawn, heights] = [new Set(before.drawn), new Map(before.heights)]
  for (const { target, isIntersecting, boundingClientRect } of seen) {
    const index = [...target.parentElement!.children].indexOf(target)
    if (isIntersecting) drawn.add(index)
    else if (drawn.has(index) && !isInUse(target)) {
      drawn.delete(index)
      heights.set(index, boundingClientRect.height)
    }
  }
  const isSame = drawn.size === before.drawn.size && [...drawn].every((index) => before.drawn.has(index))
  return isSame ? before : { drawn, heights }
}

/** The keyboard or a finger is on one of its cards. */
function isInUse(piece: Element): boolean {
  return piece.contains(document.activeElement) || piece.querySelector('.is-lifted') !== null
}

/** A column scrolls by itself; in lanes the whole board does. */
function scrollerOf(list: HTMLElement): Element | null {
  return getComputedStyle(list).overflowY === 'visible' ? list.closest('.board') : list
}
