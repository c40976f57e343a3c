import { randomBytes } from 'node:crypto'
import { withVisibleControls } from '@shoko/contract'

/**
 * The one place where the CLI writes. What it prints comes from other people's files: on a terminal their control
 * characters are shown, not sent. Sequences of our own carry a mark that no file can know; in a pipe contents keep their bytes.
 */
export interface Output {
  write(text: string): void
  readonly stream: NodeJS.WriteStream
}

export const out: Output = outputTo(process.stdout)
export const err: Output = outputTo(process.stderr)

const MARK = `\x1b${randomBytes(12).toString('base64url')}`

/** A sequence that this program means: colours, cursor movements, `\r`. */
export function ownSequence(sequence: string): string {
  return sequence.replaceAll(/\x1b|\r/g, (control) => `${MARK}${control === '\r' ? 'r' : 'e'}`)
}

/** What reaches the stream. */
export function filtered(text: string, { isTerminal }: { readonly isTerminal: boolean }): string {
  const [head = '', ...pieces] = text.split(MARK)
  const shown = isTerminal ? withVisibleControls : (piece: string) => piece
  return shown(head) + pieces.map((piece) => `${piece[0] === 'r' ? '\r' : '\x1b'}${shown(piece.slice(1))}`).join('')
}

export function outputTo(stream: NodeJS.WriteStream): Output {
  return { stream, write: (text) => void stream.write(filtered(text, { isTerminal: stream.isTTY === true })) }
}
