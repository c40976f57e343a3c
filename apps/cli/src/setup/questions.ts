import { createInterface } from 'node:readline'
import { filtered, out } from '../terminal/output.ts'

/** Somebody who answers, a line at a time. */
export interface Questions {
  ask(question: string): Promise<string>
  close(): void
}

/** The input ended before the last answer: nothing is to be written. */
export class Unanswered extends Error {}

export function terminalQuestions(): Questions {
  // Readline moves the cursor itself; all that it is given to show has gone through the filter.
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  // What is typed or pasted ahead answers the questions to come.
  const ahead: string[] = []
  let waiting: PromiseWithResolvers<string> | undefined
  let isOver = false
  terminal.on('line', (line) => {
    if (waiting === undefined) ahead.push(line)
    else waiting.resolve(line)
    waiting = undefined
  })
  terminal.once('close', () => {
    isOver = true
    waiting?.reject(new Unanswered())
  })
  return {
    async ask(question) {
      const start = question.lastIndexOf('\n') + 1
      out.write(question.slice(0, start))
      const early = ahead.shift()
      if (early !== undefined) {
        out.write(`${question.slice(start)}${early}\n`)
        return early.trim()
      }
      if (isOver) throw new Unanswered()
      terminal.setPrompt(filtered(question.slice(start), { isTerminal: true }))
      terminal.prompt()
      waiting = Promise.withResolvers<string>()
      return (await waiting.promise).trim()
    },
    close: () => terminal.close(),
  }
}

export function canAsk(): boolean {
  return process.stdin.isTTY && process.stdout.isTTY
}

/** Numbers choose from the list, anything else is taken as written, nothing takes the default. */
export function chosenFrom(answer: string, offered: readonly string[], fallback: readonly string[]): readonly string[] {
  if (answer === '') return fallback
  if (/^(-|0|none|no)$/i.test(answer)) return []
  if (/^all$/i.test(answer)) return offered
  const parts = /^[\d,\s]+$/.test(answer) ? answer.split(/[,\s]+/) : answer.split(/\s*,\s*/)
  return parts.filter((part) => part !== '').map((part) => offered[Number(part) - 1] ?? part)
}
