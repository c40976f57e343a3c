import { codePointLength, sliceCodePoints } from './lines.ts'

export interface TextWindow {
  /** Lines joined by `\n`, no final newline. */
  readonly text: string
  readonly startLine: number
  /** The last line returned at least in part. */
  readonly endLine: number
  /** Code points of `text`, joining newlines included. */
  readonly chars: number
  /** Whether `maxChars` cut it. */
  readonly cut: boolean
  /** The first line not returned whole; after a single over-long line the next one; null at the end of the file. */
  readonly nextLine: number | null
}

export interface WindowLimits {
  readonly endLine: number
  readonly maxChars: number
}

/** The one definition of "these lines, at most so many characters". */
export function takeWindow(lines: readonly string[], start: number, options: WindowLimits): TextWindow {
  const first = Math.max(1, start)
  const filling = new WindowFilling(first, options)
  for (let line = first; line <= Math.min(options.endLine, lines.length); line++) {
    if (!filling.add(lines[line - 1]!)) break
  }
  return filling.finish(lines.length)
}

/** Takes lines one after the other until the window is full. A line may be given cut, if it is longer than `maxChars` even so. */
export class WindowFilling {
  readonly #start: number
  readonly #maxChars: number
  readonly #parts: string[] = []
  #chars = 0
  #cutLine: number | undefined

  constructor(start: number, limits: WindowLimits) {
    this.#start = start
    this.#maxChars = limits.maxChars
  }

  /** Whether another line may follow. */
  add(line: string): boolean {
    const joint = this.#parts.length === 0 ? 0 : 1
    const room = this.#maxChars - this.#chars - joint
    const length = codePointLength(line)
    if (length <= room) return this.#take(line, length + joint)
    this.#cutLine = this.#start + this.#parts.length
    // A joint without a character of its line would be a dangling newline.
    if (room > 0) this.#take(sliceCodePoints(line, 0, room), room + joint)
    return false
  }

  finish(totalLines: number): TextWindow {
    const endLine = this.#start + Math.max(0, this.#parts.length - 1)
    const nextLine = this.#nextLine()
    return {
      text: this.#parts.join('\n'),
      startLine: this.#start,
      endLine,
      chars: this.#chars,
      cut: this.#cutLine !== undefined,
      nextLine: nextLine <= totalLines ? nextLine : null,
    }
  }

  #take(part: string, cost: number): true {
    this.#parts.push(part)
    this.#chars += cost
    return true
  }

  #nextLine(): number {
    if (this.#cutLine === undefined) return this.#start + this.#parts.length
    // The rest of a line that is itself too long is given up, or following nextLine would never end.
    return this.#cutLine === this.#start ? this.#start + 1 : this.#cutLine
  }
}
