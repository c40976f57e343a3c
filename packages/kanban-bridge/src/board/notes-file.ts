import { DomainError } from '@shoko/contract'
import { type Note, readNotes } from '../rules/notes.ts'
import type { Board } from './board.ts'
import { notesPath } from './paths.ts'

/** A card's journal, newest first; none when nobody has written any. */
export async function notesOf(board: Board, id: string): Promise<{ notes: Note[]; broken: number }> {
  try {
    const { bytes } = await board.root.read(notesPath(id))
    return readNotes(bytes.toString('utf8'))
  } catch (error) {
    if (error instanceof DomainError && error.reason === 'not_found') return { notes: [], broken: 0 }
    throw error
  }
}
