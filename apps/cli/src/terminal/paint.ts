import { styleText } from 'node:util'
import { type Output, out, ownSequence } from './output.ts'

export type Tone = 'good' | 'warn' | 'bad' | 'quiet' | 'strong' | 'name' | 'added' | 'removed'
export type TextStyle = Parameters<typeof styleText>[0]

const styles: Readonly<Record<Tone, TextStyle>> = {
  good: 'green',
  warn: 'yellow',
  bad: 'red',
  quiet: 'dim',
  strong: 'bold',
  name: 'cyan',
  added: 'green',
  removed: 'red',
}

/** Colour on a terminal only; NO_COLOR and FORCE_COLOR have the last word. */
export function paint(tone: Tone, text: string, output: Output = out): string {
  return style(styles[tone], text, output)
}

export function style(textStyle: TextStyle, text: string, { stream }: Output = out): string {
  const [open = '', close = ''] = styleText(textStyle, '\0', { stream }).split('\0')
  return `${ownSequence(open)}${text}${ownSequence(close)}`
}

/** How many cells a line has: those of the terminal, or COLUMNS; what reads a pipe takes lines of any length. */
export function columnsOf({ stream }: Output = out): number {
  const asked = Number(process.env.COLUMNS)
  if (stream.isTTY) return stream.columns
  return Number.isInteger(asked) && asked >= 20 ? asked : Number.POSITIVE_INFINITY
}
