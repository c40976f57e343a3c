import { Warnings } from '@shoko/contract/schema'
import type { Static, TInteger } from 'typebox'
import * as Type from 'typebox'

/** What a tool says of the note that it has written, and how much of it. */
export function writtenNote<Key extends string>(key: Key) {
  const count = { [key]: Type.Integer({ minimum: 0 }) } as Record<Key, TInteger> // the one key it has
  return Type.Object({ written_path: Type.String(), ...count, hash: Type.String(), warnings: Warnings })
}

export const WrittenNote = writtenNote('written_bytes')
export type WrittenNote = Static<typeof WrittenNote>
