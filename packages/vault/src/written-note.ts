import { Warnings } from '@shoko/contract/schema'
import * as Type from 'typebox'

/** What a tool says of the note that it has written. */
export const WrittenNote = Type.Object({
  written_path: Type.String(),
  written_bytes: Type.Integer({ minimum: 0 }),
  hash: Type.String(),
  warnings: Warnings,
})
