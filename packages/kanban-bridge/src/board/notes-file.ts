import { DomainError } from '@shoko/contract'
import { yieldEvery } from '@shoko/follow'
import { type ReadNotes, readNotesByLine } from '../rules/notes.ts'
import type { Board } from './board.ts'
import { notesPath } from './paths.ts'

/** A card's journal, newest first; none when nobody has written any. */
export async function notesOf(board: Board, id: string): Promise<ReadNotes> {
  try {
    const { bytes } = await board.root.read(notesPath(id))
    const reading = readNotesByLine(bytes.toString('utf8'))
    const giveWay = yieldEvery()
    let step = reading.next()
    while (step.done !== true) {
      await giveWay()
      step = reading.next()
    }
    return step.value
  } catch (error) {
    if (error instanceof DomainError && error.reason === 'not_found') return { notes: [], broken: 0 }
    throw error
  }
}
