/** Above this many pairs of lines the middle counts as replaced: a page must not stand still over a comparison. */
const MOST_PAIRS = 4_000_000

/** For each line of `from` the line of `to` that is the same one, or -1; always increasing. */
export function matchLines(from: readonly string[], to: readonly string[]): Int32Array {
  const matched = new Int32Array(from.length).fill(-1)
  let start = 0
  while (start < from.length && start < to.length && from[start] === to[start]) matched[start] = start++
  let [fromEnd, toEnd] = [from.length, to.length]
  while (fromEnd > start && toEnd > start && from[fromEnd - 1] === to[toEnd - 1]) matched[--fromEnd] = --toEnd
  const [rows, columns] = [fromEnd - start, toEnd - start]
  if (rows === 0 || columns === 0 || rows * columns > MOST_PAIRS) return matched
  const width = columns + 1
  const longest = new Uint32Array((rows + 1) * width)
  for (let row = rows - 1; row >= 0; row--)
    for (let column = columns - 1; column >= 0; column--)
      longest[row * width + column] =
        from[start + row] === to[start + column]
          ? longest[(row + 1) * width + column + 1]! + 1
          : Math.max(longest[(row + 1) * width + column]!, longest[row * width + column + 1]!)
  for (let row = 0, column = 0; row < rows && column < columns; ) {
    if (from[start + row] === to[start + column]) matched[start + row++] = start + column++
    else if (longest[(row + 1) * width + column]! >= longest[row * width + column + 1]!) row++
    else column++
  }
  return matched
}

export type Piece =
  | { readonly kind: 'same'; readonly lines: readonly string[] }
  | { readonly kind: 'clash'; readonly mine: readonly string[]; readonly theirs: readonly string[] }

/** Brings two versions of one text together; where both changed the same place, both are kept and it is called a clash. */
export function mergeLines(base: readonly string[], mine: readonly string[], theirs: readonly string[]): Piece[] {
  const [inMine, inTheirs] = [matchLines(base, mine), matchLines(base, theirs)]
  const pieces: Piece[] = []
  const keep = (lines: readonly string[]) => {
    const last = pieces.at(-1)
    if (lines.length === 0) return
    if (last?.kind === 'same') pieces[pieces.length - 1] = { kind: 'same', lines: [...last.lines, ...lines] }
    else pieces.push({ kind: 'same', lines })
  }
  let [b, m, t] = [0, 0, 0]
  while (b < base.length || m < mine.length || t < theirs.length) {
    let next = b
    while (next < base.length && !(inMine[next]! >= m && inTheirs[next]! >= t)) next++
    const [mEnd, tEnd] = next < base.length ? [inMine[next]!, inTheirs[next]!] : [mine.length, theirs.length]
    const [old, own, other] = [base.slice(b, next), mine.slice(m, mEnd), theirs.slice(t, tEnd)]
    if (isSame(own, old) || isSame(own, other)) keep(other)
    else if (isSame(other, old)) keep(own)
    else pieces.push({ kind: 'clash', mine: own, theirs: other })
    if (next < base.length) keep([base[next]!])
    b = next + 1
    m = mEnd + 1
    t = tEnd + 1
    if (next >= base.length) break
  }
  return pieces
}

/** The result as a text to edit; clashes between the marks that everybody knows from git. */
export function mergedText(pieces: readonly Piece[], names: { readonly mine: string; readonly theirs: string }): string {
  return pieces
    .flatMap((piece) =>
      piece.kind === 'same'
        ? piece.lines
        : [`<<<<<<< ${names.mine}`, ...piece.mine, '=======', ...piece.theirs, `>>>>>>> ${names.theirs}`],
    )
    .join('\n')
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((line, index) => line === b[index])
}
