import { oneLine, type Progress } from '@shoko/contract'
import { err, type Output, ownSequence } from './output.ts'
import { paint } from './paint.ts'
import { clip } from './width.ts'

export interface ProgressLine {
  readonly report: (progress: Progress) => void
  /** Takes the line away again. */
  end(): void
}

/** Work that is done sooner shows nothing. */
const PATIENCE_MS = 250
const INTERVAL_MS = 60
const BAR = 24

/** One line on the terminal that follows long work; nothing at all when stderr is no terminal. */
export function progressLine(output: Output = err): ProgressLine {
  if (!output.stream.isTTY) return { report: () => {}, end: () => {} }
  const begun = performance.now()
  let latest: Progress | undefined
  let drawn = 0
  let timer: NodeJS.Timeout | undefined
  const draw = () => {
    clearTimeout(timer)
    timer = undefined
    drawn = performance.now()
    if (latest !== undefined) output.write(`${ownSequence('\r')}${drawProgress(latest, output)}${ownSequence('\x1b[K')}`)
  }
  return {
    report(progress) {
      latest = progress
      const wait = Math.max(begun + PATIENCE_MS, drawn + INTERVAL_MS) - performance.now()
      if (wait <= 0) draw()
      // The last word before a long silence is shown too.
      else timer ??= setTimeout(draw, wait).unref()
    },
    end() {
      clearTimeout(timer)
      if (drawn > 0) output.write(ownSequence('\r\x1b[K'))
      drawn = 0
    },
  }
}

export function drawProgress({ progress, total, message = 'working' }: Progress, output: Output = err): string {
  const width = Math.max(20, (output.stream.columns ?? 80) - 1)
  if (total === undefined || total <= 0) return clip(oneLine(`${message} ${progress}`), width)
  const share = Math.min(1, Math.max(0, progress / total))
  const full = Math.round(share * BAR)
  const count = ` ${String(Math.floor(share * 100)).padStart(3)}%  ${progress}/${total}  `
  const text = clip(oneLine(message), Math.max(4, width - BAR - count.length))
  return `${paint('name', '█'.repeat(full), output)}${paint('quiet', '░'.repeat(BAR - full), output)}${count}${text}`
}
