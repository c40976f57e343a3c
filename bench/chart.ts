export interface Bar {
  readonly group: string
  readonly series: string
  /** 0..1 */
  readonly value: number
}

const colours = ['#0b7285', '#868e96', '#ced4da', '#e8590c', '#ffc078', '#5f3dc4', '#b197fc', '#2b8a3e', '#b2f2bb']
const BAR = 11
const HEIGHT = 260
const LEFT = 44
const TOP = 20
/** The legend needs its room, however few the bars. */
const NARROWEST = 460

/** Bars in groups, one colour a series. */
export function barChart(title: string, rows: readonly Bar[]): string {
  const groups = [...new Set(rows.map(({ group }) => group))]
  const names = [...new Set(rows.map(({ series }) => series))]
  const groupWidth = names.length * BAR + 24
  const width = Math.max(LEFT + groups.length * groupWidth, NARROWEST)
  const total = TOP + HEIGHT + 40 + names.length * 16
  const bars = groups.flatMap((group, at) =>
    names.flatMap((series, place) => {
      const row = rows.find((candidate) => candidate.group === group && candidate.series === series)
      return row === undefined
        ? []
        : [bar(row, { x: LEFT + at * groupWidth + place * BAR, colour: colours[place % colours.length]! })]
    }),
  )
  const labels = groups.map((group, at) => text(group, LEFT + at * groupWidth, TOP + HEIGHT + 16))
  const grid = [0, 0.25, 0.5, 0.75, 1].map((value) => gridLine(value, width))
  const legend = names.map((series, place) =>
    legendRow(series, { y: TOP + HEIGHT + 34 + place * 16, colour: colours[place % colours.length]! }),
  )
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${total}" viewBox="0 0 ${width} ${total}" font-family="sans-serif" font-size="11" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${width}" height="${total}" fill="#fff"/>`,
    ...grid,
    ...bars,
    ...labels,
    ...legend,
    '</svg>',
    '',
  ].join('\n')
}

function bar({ value, series, group }: Bar, { x, colour }: { readonly x: number; readonly colour: string }): string {
  const height = value * HEIGHT
  const y = (TOP + HEIGHT - height).toFixed(1)
  const title = `<title>${escaped(`${series}, ${group}: ${value.toFixed(3)}`)}</title>`
  return `<rect x="${x}" y="${y}" width="${BAR - 1}" height="${height.toFixed(1)}" fill="${colour}">${title}</rect>`
}

function gridLine(value: number, width: number): string {
  const y = TOP + HEIGHT - value * HEIGHT
  return `<line x1="${LEFT - 4}" x2="${width}" y1="${y}" y2="${y}" stroke="#dee2e6"/>${text(value.toFixed(2), 8, y + 4)}`
}

function legendRow(series: string, { y, colour }: { readonly y: number; readonly colour: string }): string {
  return `<rect x="${LEFT}" y="${y - 9}" width="10" height="10" fill="${colour}"/>${text(series, LEFT + 16, y)}`
}

function text(content: string, x: number, y: number): string {
  return `<text x="${x}" y="${y}" fill="#343a40">${escaped(content)}</text>`
}

function escaped(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
