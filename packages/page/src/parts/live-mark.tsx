import { useApp } from '../state/app.ts'

/** A quiet mark while all is well; a band across the page when it is not. */
export function LiveMark({ place }: { readonly place: 'nav' | 'band' }) {
  const { live, t } = useApp()
  const state = live.state.value
  if (place === 'nav') {
    const text = { live: t.live, connecting: t.connecting, gone: t.goneShort, 'signed-out': t.signedOutShort }[state]
    return (
      <p class={`live is-${state}`} role="status">
        <span class="live-dot" aria-hidden="true" />
        {text}
      </p>
    )
  }
  if (state === 'live' || state === 'connecting') return null
  return (
    <p class="band" role="alert">
      {state === 'gone' ? t.gone : t.signedOut}
    </p>
  )
}
