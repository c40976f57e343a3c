import type { Measurement } from './measure.ts'

const colours = ['#0b7285', '#868e96', '#ced4da', '#e8590c', '#ffc078', '#5f3dc4', '#b197fc', '#2b8a3e', '#b2f2bb']
const BAR = 11
const HEIGHT = 260
const LEFT = 44
const TOP = 20

/** Bars of nDCG@10, one group a set, one colour an engine. */
export function barChart(rows: readonly Measurement[]): string {
  const sets = [...new Set(rows.map(({ set }) => set))]
  const engines = [...new Set(rows.map(({ engine }) => engine))]
  const groupWidth = engines.length * BAR + 24
  const width = LEFT + sets.length * groupWidth
  const total = TOP + HEIGHT + 40 + engines.length * 16
  const bars = sets.flatMap((set, group) =>
    engines.flatMap((engine, place) => {
      const row = rows.find((candidate) => candidate.set === set && candidate.engine === engine)
      return row === undefined
        ? []
        : [bar(row, { x: LEFT + group * groupWidth + place * BAR, colour: colours[place % colours.length]! })]
    }),
  )
  const labels = sets.map((set, group) => text(set, LEFT + group * groupWidth, TOP + HEIGHT + 16))
  const grid = [0, 0.25, 0.5, 0.75, 1].map((value) => gridLine(value, width))
  const legend = engines.map((engine, place) =>
    legendRow(engine, { y: TOP + HEIGHT + 34 + place * 16, colour: colours[place % colours.length]! }),
  )
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${total}" viewBox="0 0 ${width} ${total}" font-family="sans-serif" font-size="11" role="img">`,
    '<title>nDCG@10 by judged set and engine</title>',
    `<rect width="${width}" height="${total}" fill="#fff"/>`,
    ...grid,
    ...bars,
    ...labels,
    ...legend,
    '</svg>',
    '',
  ].join('\n')
}

function bar({ ndcg10, engine, set }: Measurement, { x, colour }: { readonly x: number; readonly colour: string }): string {
  const height = ndcg10 * HEIGHT
  const y = (TOP + HEIGHT - height).toFixed(1)
  const title = `<title>${escaped(`${engine}, ${set}: ${ndcg10.toFixed(3)}`)}</title>`
  return `<rect x="${x}" y="${y}" width="${BAR - 1}" height="${height.toFixed(1)}" fill="${colour}">${title}</rect>`
}

function gridLine(value: number, width: number): string {
  const y = TOP + HEIGHT - value * HEIGHT
  return `<line x1="${LEFT - 4}" x2="${width}" y1="${y}" y2="${y}" stroke="#dee2e6"/>${text(value.toFixed(2), 8, y + 4)}`
}

function legendRow(engine: string, { y, colour }: { readonly y: number; readonly colour: string }): string {
  return `<rect x="${LEFT}" y="${y - 9}" width="10" height="10" fill="${colour}"/>${text(engine, LEFT + 16, y)}`
}

function text(content: string, x: number, y: number): string {
  return `<text x="${x}" y="${y}" fill="#343a40">${escaped(content)}</text>`
}

function escaped(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
