/** Strokes of one width on a grid of sixteen; decoration, so screen readers pass over them. */
const PATHS = {
  board: 'M2.5 3h3v10h-3zM6.5 3h3v7h-3zM10.500 3h3v4.500h-3z',
  find: 'M7 2.500a4.500 4.500 0 1 0 0 9a4.500 4.500 0 0 0 0-9M10.300 10.300L14 14',
  note: 'M3.500 2h6l3 3v9h-9zM9.500 2v3h3M5.500 8h5M5.500 10.500h5',
  evidence: 'M8 2.500v11M3 5h10M3 5L1.500 9h3zM13 5l-1.500 4h3zM5.500 13.500h5',
  audit: 'M3 3h10M3 6.300h6M3 9.600h10M3 13h6M11 13l1.200 1.200 2.300-3',
  projects: 'M2 4h4.500l1.200 1.500H14v7.500H2zM4.500 9h7',
  up: 'M3.500 10L8 5.500l4.500 4.500',
  more: 'M3.500 8h.01M8 8h.01M12.500 8h.01',
  plus: 'M8 3v10M3 8h10',
  back: 'M9.500 3.500L5 8l4.500 4.500',
  close: 'M4 4l8 8M12 4l-8 8',
  blocked: 'M8 2.500a5.500 5.500 0 1 0 0 11a5.500 5.500 0 0 0 0-11M4.200 4.200l7.600 7.600',
  lock: 'M4 7.500h8v6H4zM5.500 7.500V5.500a2.500 2.500 0 0 1 5 0v2',
  keys: 'M2 4h12v8H2zM4.500 6.500h.01M7 6.500h.01M9.500 6.500h.01M11.500 6.500h.01M5 9.500h6',
  undo: 'M4 6h6a3 3 0 0 1 0 6H6M4 6l2.500-2.500M4 6l2.500 2.500',
  history: 'M8 4.500V8l2.500 1.500M3 8a5 5 0 1 0 1.600-3.700M3 3v2.500h2.500',
  theme: 'M8 2.500a5.500 5.500 0 1 0 0 11zM8 2.500a5.500 5.500 0 0 1 0 11',
} as const

export type IconName = keyof typeof PATHS

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  )
}

/** Three books on a shelf, in the red of a seal. */
export function Seal() {
  return (
    <svg class="seal" viewBox="0 0 16 16" aria-hidden="true">
      <rect width="16" height="16" rx="3" />
      <path d="M4.500 4v8M8 4v8M11 4.400l1.400 7.400" />
    </svg>
  )
}
