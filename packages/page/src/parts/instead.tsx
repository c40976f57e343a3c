interface InsteadProps {
  readonly words: string
  readonly label: string
  readonly onClick: () => void
}

/** Nothing is shown, why, and what may be done instead. */
export function Instead({ words, label, onClick }: InsteadProps) {
  return (
    <p class="state">
      {words}{' '}
      <button type="button" class="toggle" onClick={onClick}>
        {label}
      </button>
    </p>
  )
}
