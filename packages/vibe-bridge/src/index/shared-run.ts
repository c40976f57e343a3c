import { type Call, DomainError, type Progress } from '@shoko/contract'
import type { VibeReason } from '../reasons.ts'

/** Work that several calls wait for. A call that is cancelled stops waiting; the work goes on for the others. */
export interface SharedRun<T> {
  readonly result: Promise<T>
  join(call: Call): Promise<T>
}

export function shareRun<T>(work: (report: Call['report']) => Promise<T>): SharedRun<T> {
  const listeners = new Set<Call['report']>()
  const result = work((progress: Progress) => {
    for (const report of listeners) report(progress)
  })
  return {
    result,
    async join(call) {
      if (call.signal.aborted) throw cancelled()
      listeners.add(call.report)
      const gone = Promise.withResolvers<never>()
      const onAbort = () => gone.reject(cancelled())
      call.signal.addEventListener('abort', onAbort, { once: true })
      try {
        return await Promise.race([result, gone.promise])
      } finally {
        call.signal.removeEventListener('abort', onAbort)
        listeners.delete(call.report)
      }
    },
  }
}

function cancelled(): DomainError {
  return new DomainError<VibeReason>('cancelled', 'the call was cancelled')
}
