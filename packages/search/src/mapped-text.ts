/** UTF-16 offsets, end exclusive. */
export interface TextRange {
  readonly start: number
  readonly end: number
}

/** Text made from a source, that knows where in the source each part came from. */
export interface MappedText {
  readonly text: string
  /** The part of the source that `[start, end)` of `text` came from. */
  sourceRange(start: number, end: number): TextRange
}

export interface MappedWriter {
  /** Appends text made from `source`; white space that follows white space is merged into it. */
  write(text: string, source: TextRange): void
  finish(): MappedText
}

export function createMappedWriter(expectedLength: number): MappedWriter {
  let starts = new Uint32Array(expectedLength + 16)
  let ends = new Uint32Array(expectedLength + 16)
  const units: string[] = []

  const push = (unit: string, source: TextRange): void => {
    if (units.length === starts.length) {
      starts = grown(starts)
      ends = grown(ends)
    }
    starts[units.length] = source.start
    ends[units.length] = source.end
    units.push(unit)
  }

  return {
    write(text, source) {
      for (let i = 0; i < text.length; i++) {
        const unit = text[i]!
        if (!isSpace(unit)) {
          push(unit, source)
          continue
        }
        const lineEnd = unit === '\n' || unit === '\r'
        const last = units.length - 1
        if (last < 0 || !isSpace(units[last]!)) {
          push(lineEnd ? '\n' : ' ', source)
          continue
        }
        if (lineEnd) units[last] = '\n'
        ends[last] = source.end
      }
    },
    finish: () => mappedText({ text: units.join(''), starts, ends }),
  }
}

export function mappedText(parts: {
  readonly text: string
  readonly starts: Uint32Array
  readonly ends: Uint32Array
}): MappedText {
  const { text, starts, ends } = parts
  return {
    text,
    sourceRange(start, end) {
      if (text.length === 0) return { start: 0, end: 0 }
      const from = starts[Math.min(start, text.length - 1)]!
      if (end <= start) return { start: from, end: from }
      return { start: from, end: ends[Math.min(end, text.length) - 1]! }
    },
  }
}

function grown(array: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2)
  larger.set(array)
  return larger
}

function isSpace(unit: string): boolean {
  return unit === ' ' || unit === '\n' || /\s/.test(unit)
}
