import { DomainError } from '@shoko/contract'
import type { RelativePath } from '@shoko/core-fs'
import * as Type from 'typebox'
import type { VaultReason } from './reasons.ts'

export const ExpectedHash = Type.String({ description: 'hash of vault_read: refused if the file has changed since' })

/** Refuses to change what the caller has not seen. */
export function checkExpected(
  path: RelativePath,
  { hash, expected }: { readonly hash: string; readonly expected: string | undefined },
): void {
  if (expected === undefined || expected.toLowerCase() === hash) return
  throw new DomainError<VaultReason>('changed', `${path}: has changed since it was read; read it again and repeat the change`, {
    details: { hash },
  })
}
