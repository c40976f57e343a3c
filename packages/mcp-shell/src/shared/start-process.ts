import type { MeetingPlace } from '@shoko/core-fs/meeting-place'
import type { SharedOrder } from './identity.ts'

/** The argument that makes a program be the shared process. */
export const SHARED_PROCESS = '--shared-process'

/** Both generations of the heap grow no further than they need to: by default they held 110 and 120 MB of garbage. */
const NODE_FLAGS = ['--max-semi-space-size=2', '--heap-growing-percent=30']

/**
 * So that glibc gives back what was freed: its threads share two heaps, and large blocks are the system's again at once, those of the
 * compilers among them, which are 8 kB less what the engine takes for itself.
 */
const ALLOCATOR = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '8000',
  MALLOC_MMAP_MAX_: '16384',
  MALLOC_TRIM_THRESHOLD_: '131072',
}

/** What a process needs of the environment once its settings are told to it. Secrets of the client that starts it stay there. */
const INHERITED =
  /^(PATH|HOME|USER|LOGNAME|LANG|LC_\w+|TZ|TMPDIR|TEMP|TMP|SystemRoot|XDG_\w+|NODE_\w+|APPDATA|LOCALAPPDATA|USERPROFILE)$/

/** Starts it apart from this process and its terminal: it outlives whoever starts it. */
export function startSharedProcess(place: MeetingPlace, order: SharedOrder, program: readonly string[]): void {
  const child = process
    .getBuiltinModule('node:child_process')
    .spawn(process.execPath, [...NODE_FLAGS, ...program, SHARED_PROCESS], {
      detached: true,
      windowsHide: true,
      cwd: '/',
      env: { ...ALLOCATOR, ...Object.fromEntries(Object.entries(process.env).filter(([name]) => INHERITED.test(name))) },
      stdio: ['pipe', 'ignore', place.logFile(logName(order.key))],
    })
  child.on('error', () => {}) // nobody answers then, which is noticed
  child.stdin!.on('error', () => {}) // a pipe, as asked for
  child.stdin!.end(JSON.stringify(order))
  child.unref()
}

/** What it says before it can say it to a client, and at an end that it did not want. */
export function logName(key: string): string {
  return `${key}.log`
}
