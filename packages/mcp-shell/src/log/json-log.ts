import type { Clock, Logger, LogLevel } from '@shoko/contract'

const severity: Record<LogLevel, number> = { error: 0, warn: 1, info: 2, debug: 3 }

/** One JSON object a line. The level filters really; nothing is buffered, so that a crash loses no line. */
export function createJsonLogger(options: {
  readonly level: LogLevel
  readonly clock: Clock
  readonly write: (line: string) => void
}): Logger {
  return {
    log(level, fields) {
      if (severity[level] > severity[options.level]) return
      options.write(`${asciiControls(JSON.stringify({ ts: options.clock.now(), level, ...fields }))}\n`)
    },
  }
}

/**
 * Lets lines out at the end of the event loop's turn, several at a time: to wake whoever reads the log takes longer than most
 * calls, and the answer goes first. What the process still holds when it exits goes out then.
 */
export function behindAnswers(write: (lines: string) => void): (line: string) => void {
  let waiting = ''
  const flush = () => {
    const lines = waiting
    waiting = ''
    if (lines !== '') write(lines)
  }
  process.once('exit', flush)
  return (line) => {
    if (waiting === '') setImmediate(flush)
    waiting += line
  }
}

/** JSON escapes the first row of control characters only; the second speaks to a terminal as well. */
function asciiControls(json: string): string {
  return json.replaceAll(/[\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g, (control) => {
    return `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}
