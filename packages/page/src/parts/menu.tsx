import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'

export interface MenuItem {
  readonly label: string
  readonly hint?: string
  readonly isCurrent?: boolean
  readonly run: () => void
}

export interface MenuProps {
  readonly label: string
  readonly items: readonly MenuItem[]
  /** What it hangs on; the focus goes back there. */
  readonly anchor: HTMLElement
  readonly close: () => void
}

/** Opens beside its anchor; arrows, digits and first letters choose, Escape and a click elsewhere close. */
export function Menu({ label, items, anchor, close }: MenuProps) {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const menu = ref.current!
    place(menu, anchor)
    menu.querySelector<HTMLElement>('[role=menuitem]')?.focus()
  }, [anchor])
  useEffect(() => {
    const outside = (event: PointerEvent) => {
      if (!ref.current?.contains(event.target as Node)) close()
    }
    addEventListener('pointerdown', outside, true)
    return () => removeEventListener('pointerdown', outside, true)
  }, [close])

  const choose = (item: MenuItem) => {
    close()
    anchor.focus()
    item.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const entries = [...ref.current!.querySelectorAll<HTMLElement>('[role=menuitem]')]
    const at = entries.indexOf(document.activeElement as HTMLElement)
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Escape' || event.key === 'Tab') {
      close()
      anchor.focus()
    } else if (step !== undefined) entries.at((at + step) % entries.length)?.focus()
    else if (/^[1-9]$/.test(event.key) && items[Number(event.key) - 1] !== undefined) choose(items[Number(event.key) - 1]!)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div ref={ref} class="menu" role="menu" aria-label={label} tabIndex={-1} onKeyDown={onKeyDown}>
      <p class="menu-label" aria-hidden="true">
        {label}
      </p>
      {items.map((item, index) => (
        <button
          key={item.label}
          type="button"
          role="menuitem"
          tabIndex={-1}
          class={item.isCurrent === true ? 'is-current' : undefined}
          onClick={() => choose(item)}
        >
          <span>{item.label}</span>
          <kbd>{item.hint ?? (index < 9 ? index + 1 : '')}</kbd>
        </button>
      ))}
    </div>
  )
}

function place(menu: HTMLElement, anchor: HTMLElement): void {
  const at = anchor.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = menu
  const left = Math.max(8, Math.min(at.right - width, innerWidth - width - 8))
  const below = at.bottom + 4
  menu.style.left = `${left}px`
  menu.style.top = `${below + height < innerHeight ? below : Math.max(8, at.top - height - 4)}px`
}
