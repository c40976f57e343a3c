import type { DocumentFormat, Entry, Slot } from './document.ts'
import { entryIn } from './document.ts'

/** What becomes of one file. `undefined` as text: there is no file. */
export type Change =
  | {
      readonly kind: 'write'
      readonly before: string | undefined
      readonly after: string
      /** `remove`: the file has moved on since the copy was made. */
      readonly backup: 'keep' | 'make' | 'none' | 'remove'
    }
  /** The file as it was before us, from the backup, which then goes. */
  | { readonly kind: 'restore'; readonly before: string; readonly after: string }
  /** We made it, and nobody has put anything else into it. */
  | { readonly kind: 'delete'; readonly before: string }
  | { readonly kind: 'nothing'; readonly why: 'already there' | 'not there' }
  /** Left alone: we cannot tell what a change would do to it. */
  | { readonly kind: 'unclear'; readonly before: string }

export interface Files {
  readonly text: string | undefined
  /** The text before our first change, if we kept one. */
  readonly backup: string | undefined
}

export function planInstall(format: DocumentFormat, files: Files, slot: Slot): Change {
  const { text } = files
  const after = format.insert(text ?? '', slot)
  if (after === undefined) return { kind: 'unclear', before: text ?? '' }
  if (after === text) return { kind: 'nothing', why: 'already there' }
  if (text === undefined) return { kind: 'write', before: undefined, after, backup: 'none' }
  return { kind: 'write', before: text, after, backup: isOriginal(format, files, slot) ? 'keep' : 'make' }
}

/** Byte for byte what was there, if nobody touched the file since; otherwise only our entry goes. */
export function planUninstall(format: DocumentFormat, files: Files, where: Omit<Slot, 'entry'>): Change {
  const { text, backup } = files
  if (text === undefined) return { kind: 'nothing', why: 'not there' }
  const document = format.parse(text)
  if (document === undefined)
    return text.includes(where.name) ? { kind: 'unclear', before: text } : { kind: 'nothing', why: 'not there' }
  const entry = entryIn(document, where)
  if (entry === undefined) return { kind: 'nothing', why: 'not there' }
  const slot = { ...where, entry: entry as Entry } // whatever it holds, it is only put back as it was read
  if (backup !== undefined && isOriginal(format, files, slot)) return { kind: 'restore', before: text, after: backup }
  if (backup === undefined && format.insert('', slot) === text) return { kind: 'delete', before: text }
  const after = format.remove(text, where)
  if (after === undefined) return { kind: 'unclear', before: text }
  return { kind: 'write', before: text, after, backup: 'remove' }
}

/** Whether the backup, with the entry that is there now, gives exactly the present text: then nothing else has changed. */
function isOriginal(format: DocumentFormat, { text, backup }: Files, where: Omit<Slot, 'entry'>): boolean {
  if (text === undefined || backup === undefined) return false
  const [now, then] = [format.parse(text), format.parse(backup)]
  const entry = now === undefined ? undefined : entryIn(now, where)
  if (entry === undefined || then === undefined || entryIn(then, where) !== undefined) return false
  return format.insert(backup, { ...where, entry: entry as Entry }) === text
}
