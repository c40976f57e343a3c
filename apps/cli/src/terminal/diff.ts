import { paint } from './paint.ts'

const CONTEXT = 2

/** The lines that change, with a few around them. Our changes stand together, so one stretch is enough. `shown`: how a text may be seen, line by line. */
export function lineDiff(
  before: string | undefined,
  after: string | undefined,
  shown: (text: string) => string = (text) => text,
): readonly string[] {
  const [old, now] = [linesOf(before), linesOf(after)]
  let head = 0
  while (head < old.length && head < now.length && old[head] === now[head]) head++
  let tail = 0
  while (tail < old.length - head && tail < now.length - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++
  if (head === old.length && head === now.length) return []
  const [seenBefore, seen] = [linesOf(before && shown(before)), linesOf(after && shown(after))]
  return [
    ...seen.slice(Math.max(0, head - CONTEXT), head).map((line) => ` ${line}`),
    ...seenBefore.slice(head, old.length - tail).map((line) => `-${line}`),
    ...seen.slice(head, now.length - tail).map((line) => `+${line}`),
    ...seen.slice(now.length - tail, now.length - tail + CONTEXT).map((line) => ` ${line}`),
  ]
}

export function paintDiff(lines: readonly string[]): readonly string[] {
  return lines.map((line) =>
    line.startsWith('+') ? paint('added', line) : line.startsWith('-') ? paint('removed', line) : paint('quiet', line),
  )
}

function linesOf(text: string | undefined): readonly string[] {
  if (text === undefined || text === '') return []
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}
