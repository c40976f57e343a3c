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
      options.write(`${JSON.stringify({ ts: options.clock.now(), level, ...fields })}\n`)
    },
  }
}
