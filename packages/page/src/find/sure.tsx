import { useApp } from '../state/app.ts'

/** How sure it is, as a bar and in words. */
export function Sure({ confidence }: { readonly confidence: number }) {
  const { t } = useApp()
  return (
    <span class="sure">
      <meter min={0} max={1} value={confidence} aria-label={t.confidence(confidence)} />
      <span>{t.confidence(confidence)}</span>
    </span>
  )
}
