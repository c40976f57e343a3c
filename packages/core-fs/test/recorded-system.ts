import { onTestFinished } from 'vitest'
import { descriptorContainment } from '../src/containment/containment-linux.ts'
import { createRoot } from '../src/rooted-fs.ts'
import { nodeSystem, type SystemCalls } from '../src/system-calls.ts'
import { LOCK } from './tree.ts'

export type CallName = keyof SystemCalls

export interface RecordedCall {
  readonly name: CallName
  readonly args: readonly unknown[]
}

type AnyCall = (...args: unknown[]) => unknown
/** Runs instead of the call; `undefined` lets the real one run. */
export type Interception = (call: RecordedCall, index: number) => Error | undefined
/** What happens just before each call of a name; the real one runs then. */
export type Happenings = Readonly<Partial<Record<CallName, (args: RecordedCall['args']) => void>>>

/** The real system, with every call written down and, if wanted, some of them failing. */
export function recordSystem(meets: Interception | Happenings = {}): { system: SystemCalls; calls: RecordedCall[] } {
  const intercept = typeof meets === 'function' ? meets : interceptionOf(meets)
  const calls: RecordedCall[] = []
  const entries = Object.entries(nodeSystem).map(([key, real]) => {
    const name = key as CallName
    const wrapped: AnyCall = (...args) => {
      const failure = intercept({ name, args }, calls.push({ name, args }) - 1)
      if (failure === undefined) return (real as AnyCall)(...args)
      // A descriptor is gone even when closing it reports an error.
      if (name === 'close') (real as AnyCall)(...args)
      if (name === 'closeAside') return (real as () => Promise<void>)(...(args as [])).then(() => Promise.reject(failure))
      if (['read', 'write', 'fsync'].includes(name)) return Promise.reject(failure)
      throw failure
    }
    return [name, wrapped]
  })
  return { system: Object.fromEntries(entries) as SystemCalls, calls }
}

export function errno(code: string): Error {
  return Object.assign(new Error(`${code}: injected`), { code })
}

export function failing(names: readonly CallName[], code: string): Interception {
  return ({ name }) => (names.includes(name) ? errno(code) : undefined)
}

function interceptionOf(happenings: Happenings): Interception {
  return ({ name, args }) => {
    happenings[name]?.(args)
    return undefined
  }
}

export function once(happen: () => void): () => void {
  let times = 0
  return () => {
    if (times++ === 0) happen()
  }
}

/** A root on the recorded system. */
export function recordedRoot(dir: string, meets?: Interception | Happenings, containment = descriptorContainment) {
  const { system, calls } = recordSystem(meets)
  const root = createRoot(dir, { lockPath: LOCK, system, containment })
  onTestFinished(() => root.close())
  return { root, calls, names: () => calls.map(({ name }) => name) }
}
