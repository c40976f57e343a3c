import { DomainError } from '@shoko/contract'
import type { Card } from '../rules/card.ts'
import type { Board } from './board.ts'

/**
 * For what follows once a change is on the disk: an error would tell the caller that nothing was done. What the disk refuses
 * by then is left to `otherwise`, with the reason; a bug is still a bug.
 */
export async function afterCommit<T>(work: () => Promise<T>, otherwise: (reason: string) => T): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return otherwise(error.message)
  }
}

/** Lets the index take in a card that has just been written. What was written is the answer, whether it can be read back or not. */
export async function takeIn<Written extends Card>(board: Board, written: Written): Promise<Written> {
  await afterCommit<unknown>(
    () => board.index.reread(written.file),
    () => {
      board.index.touched.add(written.id) // the index files follow when it can be read again
      board.noteUse()
    },
  )
  return written
}
