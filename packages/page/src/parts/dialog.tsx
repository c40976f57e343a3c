import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { useApp } from '../state/app.ts'
import { Icon } from './icons.tsx'

export interface DialogProps {
  readonly title: string
  readonly close: () => void
  readonly children: ComponentChildren
  readonly kind?: 'palette'
}

/** The browser's own modal dialog: it keeps the focus in and gives it back. Whoever goes on typing types into its first field. */
export function Dialog({ title, close, children, kind }: DialogProps) {
  const { t } = useApp()
  const ref = useRef<HTMLDialogElement>(null)
  // With its drawing, not after it: keys that follow at once are meant for it, and the focus is no race of two effects.
  useLayoutEffect(() => {
    const before = document.activeElement
    const dialog = ref.current!
    dialog.showModal()
    dialog.querySelector('input')?.focus()
    return () => {
      dialog.close()
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a modal dialog; the click is for the mouse
    <dialog
      ref={ref}
      class={kind === undefined ? 'dialog' : `dialog dialog-${kind}`}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
      onClick={(event) => {
        if (event.target === ref.current) close()
      }}
    >
      <div class="dialog-in">
        {kind === undefined && (
          <header>
            <h2>{title}</h2>
            <button type="button" class="quiet" aria-label={t.close} onClick={close}>
              <Icon name="close" />
            </button>
          </header>
        )}
        {children}
      </div>
    </dialog>
  )
}
