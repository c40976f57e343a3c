import { type Call, DomainError } from '@shoko/contract'

export function throwIfCancelled({ signal }: Pick<Call, 'signal'>): void {
  if (signal.aborted) throw new DomainError('cancelled', 'the call was cancelled')
}
