export interface Label {
  /** Absent when the shape says nothing. */
  readonly text: string | undefined
  readonly round: boolean
  readonly to: number
}

interface Shape {
  readonly open: string
  readonly close: readonly string[]
  readonly round?: boolean
}

/** Longest opening first. */
const SHAPES: readonly Shape[] = [
  { open: '(((', close: [')))'], round: true },
  { open: '((', close: ['))'], round: true },
  { open: '([', close: ['])'], round: true },
  { open: '(-', close: ['-)'], round: true },
  { open: '[[', close: [']]'] },
  { open: '[(', close: [')]'] },
  { open: '[/', close: ['/]', '\\]'] },
  { open: '[\\', close: ['\\]', '/]'] },
  { open: '{{', close: ['}}'] },
  { open: '{', close: ['}'] },
  { open: '(', close: [')'] },
  { open: '[', close: [']'] },
  { open: '>', close: [']'] },
]

/** A label may run over lines, but a missing end must not make the reader search the whole file. */
const MAX_LABEL = 2000
const ROUND_NAMES = /^(?:stadium|terminal|pill|circle|circ|sm-circ|small-circle|start|dbl-circ|double-circle)$/i

/** `A[text]`, `A(["text"])` and the other brackets, from the column after the id. */
export function readShape(text: string, at: number): Label | undefined {
  for (const shape of SHAPES) {
    if (!text.startsWith(shape.open, at)) continue
    const label = readBracket(text, at, shape)
    if (label !== undefined) return label
  }
  return undefined
}

/** `A@{ shape: stadium, label: "Start" }` */
export function readAttributes(text: string, at: number): Label | undefined {
  if (!text.startsWith('@{', at)) return undefined
  const end = closingBrace(text, at + 2)
  if (end === undefined) return undefined
  const body = text.slice(at + 2, end)
  const label = /(?:^|[,\s])label\s*:\s*(?:"([^"]*)"|'([^']*)'|([^,\n}]*))/.exec(body)
  const shape = /(?:^|[,\s])shape\s*:\s*["']?([\w-]+)/.exec(body)?.[1] ?? ''
  return { text: (label?.[1] ?? label?.[2] ?? label?.[3])?.trim(), round: ROUND_NAMES.test(shape), to: end + 1 }
}

function readBracket(text: string, at: number, shape: Shape): Label | undefined {
  const start = at + shape.open.length
  const window = text.slice(start, start + MAX_LABEL)
  const quoted = /^\s*"([^"]*)"\s*/.exec(window)
  const from = quoted === null ? 0 : quoted[0].length
  const ends = shape.close.map((close) => ({ close, index: window.indexOf(close, from) })).filter(({ index }) => index !== -1)
  const [first] = ends.sort((a, b) => a.index - b.index)
  if (first === undefined || (quoted !== null && first.index !== from)) return undefined
  if (quoted === null && window.slice(0, first.index).includes('\n\n')) return undefined
  const label = quoted?.[1] ?? window.slice(0, first.index)
  return { text: label.replaceAll('`', '').trim(), round: shape.round ?? false, to: start + first.index + first.close.length }
}

function closingBrace(text: string, from: number): number | undefined {
  let quoted = false
  for (let at = from; at < Math.min(text.length, from + MAX_LABEL); at++) {
    if (text[at] === '"') quoted = !quoted
    else if (text[at] === '}' && !quoted) return at
  }
  return undefined
}
