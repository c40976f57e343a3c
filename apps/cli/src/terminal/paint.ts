import { styleText } from 'node:util'

export type Tone = 'good' | 'warn' | 'bad' | 'quiet' | 'strong' | 'name' | 'added' | 'removed'

const styles = {
  good: 'green',
  warn: 'yellow',
  bad: 'red',
  quiet: 'dim',
  strong: 'bold',
  name: 'cyan',
  added: 'green',
  removed: 'red',
} as const

/** Colour on a terminal only; NO_COLOR and FORCE_COLOR have the last word. */
export function paint(tone: Tone, text: string, stream: NodeJS.WriteStream = process.stdout): string {
  return styleText(styles[tone], text, { stream })
}

/** How many cells a line has: those of the terminal, or COLUMNS; what reads a pipe takes lines of any length. */
export function columnsOf(stream: NodeJS.WriteStream = process.stdout): number {
  const asked = Number(process.env.COLUMNS)
  if (stream.isTTY) return stream.columns
  return Number.isInteger(asked) && asked >= 20 ? asked : Number.POSITIVE_INFINITY
}
