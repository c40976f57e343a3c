import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { useApp } from '../state/app.ts'
import { Icon } from './icons.tsx'

export interface DialogProps {
  readonly title: string
  readonly close: () => void
  readonly children: ComponentChildren
  readonly kind?: 'palette'
}

/** The browser's own modal dialog: it keeps the focus in and gives it back. */
export function Dialog({ title, close, children, kind }: DialogProps) {
  const { t } = useApp()
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const before = document.activeElement
    const dialog = ref.current!
    dialog.showModal()
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
