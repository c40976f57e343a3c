export interface Row {
  readonly what: string
  readonly wanted: string
  readonly shoko: string
  readonly neighbour?: string | undefined
}

/** docs/page-speed.md, written from the figures of one run. */
export function markdownReport(rows: readonly Row[]): string {
  return [
    '# How fast the page is',
    '',
    'Written by `node --conditions=shoko-source bench/page/main.ts` from the built server; do not edit. A real browser (Chromium without a window, drawing in software) and both servers run on one machine, turn about; each figure is the median, with the quickest and the slowest run. The clock runs from the navigation, from letting go of a card, or from the key, until the frame that shows it has been drawn. Both boards hold the same cards; Backlog.md runs with the settings that suit it best.',
    '',
    '| | Shoko | Backlog.md | wanted of Shoko |',
    '|---|---|---|---|',
    ...rows.map(({ what, shoko, neighbour, wanted }) => `| ${what} | ${shoko} | ${neighbour ?? '–'} | ${wanted} |`),
    '',
  ].join('\n')
}
