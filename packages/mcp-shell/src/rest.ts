import { setTimeout as sleep } from 'node:timers/promises'

export interface RestKeeper {
  /** Somebody asks; what this gives is called when the answer is there. */
  begin(): () => void
  close(): void
}

/** Idle for so long, a process gives back what it can fill again in the time of a slow answer. */
export const REST_MS = 20_000

/** Calls `rest` once nobody has asked for this long, and again only after somebody has. `isIdle` turns false when somebody comes. */
export function createRestKeeper(afterMs: number, rest: (isIdle: () => boolean) => Promise<void>): RestKeeper {
  let underWay = 0
  let visit = 0
  let timer: NodeJS.Timeout | undefined
  const settle = () => {
    const at = visit
    timer = setTimeout(() => void rest(() => visit === at).catch(() => {}), afterMs).unref() // what was not given back stays
  }
  return {
    begin() {
      visit++
      underWay++
      clearTimeout(timer)
      let left = false
      return () => {
        if (left) return
        left = true
        underWay--
        if (underWay === 0) settle()
      }
    },
    close: () => clearTimeout(timer),
  }
}

/** What threads and watchers held is let go a moment after they have ended. */
const MOMENT_MS = 1000

/** The engine collects when it needs room, which an idle process never does. */
export async function collectGarbage(isIdle: () => boolean): Promise<void> {
  // Loaded when a server rests for the first time, not when it starts.
  const { setFlagsFromString } = process.getBuiltinModule('node:v8')
  const { runInNewContext } = process.getBuiltinModule('node:vm')
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc') as (options: object) => void // there by the flag
  // As if there were no memory left: pages that are kept for later go back to the system too.
  const collect = () => gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  setFlagsFromString('--no-expose-gc')
  if (isIdle()) collect()
  await sleep(MOMENT_MS, undefined, { ref: false })
  if (!isIdle()) return
  // What has not run in between is compiled again when it does: by default code goes that six collections have not seen run.
  setFlagsFromString('--bytecode-old-age=1')
  setFlagsFromString('--flush-baseline-code')
  collect()
  setFlagsFromString('--bytecode-old-age=6')
  setFlagsFromString('--no-flush-baseline-code')
}
