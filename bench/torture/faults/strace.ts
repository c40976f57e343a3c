import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { childEnvironment } from '../environment.ts'
import { BEGUN } from './operations.ts'

/** Everything by which a process can change or look at files. */
const CALLS = [
  'open,openat,close,read,pread64,write,pwrite64,fsync,fdatasync,ftruncate,fallocate,fchmod,fchown,access,faccessat,faccessat2',
  'stat,lstat,fstat,newfstatat,statx,getdents64,readlink,readlinkat,mkdir,mkdirat,rmdir,link,linkat,rename,renameat,renameat2',
  'unlink,unlinkat,fcntl,lseek',
].join(',')

export interface CallSite {
  readonly call: string
  /** Which of the calls of that name by one thread, counted from 1 as strace does. */
  readonly when: number
}

/** Undefined when programs can be traced here; otherwise why not. Tries to install strace where that is allowed. */
export function whyNoStrace(report: (line: string) => void): string | undefined {
  if (process.platform !== 'linux') return 'strace exists on Linux only'
  if (works()) return undefined
  if (spawnSync('strace', ['-V']).status === 0) return 'this machine does not allow tracing (ptrace)'
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return 'strace is not installed (apt-get install strace)'
  report('strace is missing: installing it')
  spawnSync('apt-get', ['install', '-y', '-qq', 'strace'], { stdio: 'ignore', timeout: 120_000 })
  return works() ? undefined : 'strace could not be installed'
}

function works(): boolean {
  return spawnSync('strace', ['-f', '-o', '/dev/null', 'true']).status === 0
}

export interface Traced {
  /** What the process said of its operation; nothing when it did not live to say it. */
  readonly answer: string
  /** Did the fault come while the operation was under way? A thread that was quicker or slower than before can move it. */
  readonly isHit: boolean
}

export interface TraceOptions {
  /** Where strace writes what it saw. */
  readonly log: string
  readonly inject?: string
  readonly signal: AbortSignal
}

/**
 * Runs a program under strace, perhaps with a fault. One thread for blocking calls and no cache of compiled code, so that every
 * run makes the same calls in the same order.
 */
export async function trace(args: readonly string[], { log, inject, signal }: TraceOptions): Promise<Traced> {
  const isKilled = inject?.includes('signal=KILL') === true
  const wanted = inject === undefined ? [`-etrace=${CALLS}`] : [`-etrace=access,${inject.split(':')[0]}`, `-einject=${inject}`]
  // At the stops that this makes quicker, the kernel forgets a signal.
  if (!isKilled) wanted.push('--seccomp-bpf')
  const child = spawn('strace', ['-f', '-y', '-qq', ...wanted, '-o', log, process.execPath, ...args], {
    env: { ...childEnvironment({ UV_THREADPOOL_SIZE: '1' }), NODE_COMPILE_CACHE: undefined },
    stdio: ['ignore', 'pipe', 'ignore'],
    signal,
  })
  child.on('error', () => {}) // an aborted run ends its processes
  let stdout = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  await once(child, 'close')
  const hasBegun = stdout.startsWith(BEGUN)
  const isHit = hasBegun && (isKilled ? stdout === BEGUN : isBetweenMarks(readFileSync(log, 'utf8')))
  return { answer: hasBegun ? stdout.slice(BEGUN.length) : '', isHit }
}

const BEGINS = 'shoko-torture-begins'
const ENDS = 'shoko-torture-ends'

/** A failed call is marked in the log. On a busy machine the one that was meant can have become a wake-up. */
function isBetweenMarks(log: string): boolean {
  const during = log.split(BEGINS)[1]?.split(ENDS)[0] ?? ''
  return during.split('\n').some((line) => line.includes('(INJECTED)') && !isWakeUp(line))
}

/** The calls between the two marks, each with its place among the calls of its thread. */
export function callSites(log: string): CallSite[] {
  const counts = new Map<string, number>()
  const sites = new Map<string, CallSite>()
  let inside = false
  for (const line of readFileSync(log, 'utf8').split('\n')) {
    const [, thread, call] = /^(\d+) +(\w+)\(/.exec(line) ?? []
    if (thread === undefined || call === undefined) continue
    if (line.includes(ENDS)) inside = false
    const when = (counts.get(`${thread} ${call}`) ?? 0) + 1
    counts.set(`${thread} ${call}`, when)
    if (inside && !isWakeUp(line)) sites.set(`${call} ${when}`, { call, when })
    if (line.includes(BEGINS)) inside = true
  }
  return [...sites.values()]
}

/** Threads of one process waking each other: no file, and Node.js ends itself when it fails. */
function isWakeUp(line: string): boolean {
  return /^\d+ +(read|write)\(\d+<(anon_inode|pipe|socket):/.test(line)
}
