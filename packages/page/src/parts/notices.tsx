import { useApp } from '../state/app.ts'
import { Icon } from './icons.tsx'

export function Notices() {
  const app = useApp()
  return (
    <div class="notices" role="status" aria-live="polite">
      {app.notices.value.map(({ id, text, isError, action }) => (
        <div key={id} class={isError ? 'notice is-error' : 'notice'}>
          <p>{text}</p>
          {action !== undefined && (
            <button
              type="button"
              class="quiet"
              onClick={() => {
                app.dismiss(id)
                action.run()
              }}
            >
              {action.label}
            </button>
          )}
          <button type="button" class="quiet" aria-label={app.t.close} onClick={() => app.dismiss(id)}>
            <Icon name="close" />
          </button>
        </div>
      ))}
    </div>
  )
}
