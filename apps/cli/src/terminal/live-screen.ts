import { type Output, out, ownSequence } from './output.ts'
import { paint } from './paint.ts'
import { clip } from './width.ts'

export interface LiveScreen {
  /** Puts the text in the place of the last one; what is longer than the terminal is cut, and says so. */
  show(text: string): void
  /** The terminal as it was. */
  close(): void
}

const ENTER = '\x1b[?1049h\x1b[?25l'
const LEAVE = '\x1b[?25h\x1b[?1049l'
const TO_THE_TOP = '\x1b[H'
const REST_OF_LINE = '\x1b[K'
const REST_OF_SCREEN = '\x1b[J'

/**
 * A screen of its own beside the one with the prompt: nothing of it stays behind, and what was printed before is not pushed
 * away. It is painted over line by line, without wiping first, so that it does not flicker. A pipe gets one text after the other.
 */
export function liveScreen(output: Output = out): LiveScreen {
  const { stream } = output
  if (!stream.isTTY) return { show: (text) => output.write(text), close: () => {} }
  let isOpen = true
  const close = () => {
    if (isOpen) output.write(ownSequence(LEAVE))
    isOpen = false
  }
  output.write(ownSequence(ENTER))
  process.once('exit', close) // whatever ends the program
  return {
    show(text) {
      const lines = fitting(text.trimEnd().split('\n'), stream)
      const painted = lines.map((line) => line + ownSequence(REST_OF_LINE)).join('\n')
      if (isOpen) output.write(ownSequence(TO_THE_TOP) + painted + ownSequence(REST_OF_SCREEN))
    },
    close() {
      process.off('exit', close)
      close()
    },
  }
}

function fitting(lines: readonly string[], { rows, columns }: NodeJS.WriteStream): readonly string[] {
  if (lines.length <= rows) return lines
  const kept = lines.slice(0, Math.max(0, rows - 1))
  return [...kept, paint('quiet', clip(`… ${lines.length - kept.length} more lines: make the window higher`, columns))]
}
