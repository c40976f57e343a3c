import { type ChildProcess, spawn } from 'node:child_process'
import type { Model } from './model.ts'
import type { Fact } from './step.ts'

export interface WriterOrder {
  /** The built writer.js. */
  readonly program: string
  readonly domains: string
  readonly dir: string
  readonly mark: string
  readonly seed: number
  readonly steps?: number
  readonly env: NodeJS.ProcessEnv
  readonly model: Model
  readonly signal: AbortSignal
}

/** A writer whose words go into the model as they come. */
export class WritingProcess {
  readonly child: ChildProcess
  readonly #order: WriterOrder
  readonly #ended: Promise<unknown>
  readonly #waiting = new Set<() => void>()
  #rest = ''
  #errors = ''
  acknowledged = 0
  ready = false
  /** Whether a call was under way when the last word came. */
  busy = false

  constructor(order: WriterOrder) {
    this.#order = order
    const { program, domains, dir, mark, seed, steps } = order
    const args = [program, domains, dir, mark, String(seed), ...(steps === undefined ? [] : [String(steps)])]
    const { env, signal } = order
    this.child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env, signal, killSignal: 'SIGKILL' })
    this.child.on('error', () => {}) // an aborted run ends its processes
    this.child.stdout!.setEncoding('utf8').on('data', (text: string) => this.#take(text))
    this.child.stderr!.setEncoding('utf8').on('data', (text: string) => (this.#errors += text))
    // Not `once` of node:events: an aborted run is an error to it, which comes before the end.
    this.#ended = new Promise((resolve) => this.child.once('close', resolve)).then(() => this.#wake())
  }

  /** Resolves when so many calls were acknowledged, or the process has ended. */
  async until(acknowledged: number): Promise<void> {
    while (this.child.exitCode === null && this.child.signalCode === null) {
      if (this.ready && this.acknowledged >= acknowledged) return
      await new Promise<void>((resolve) => this.#waiting.add(resolve))
    }
  }

  /** Kills it and waits until everything it said has been heard. Gives what went wrong before the kill. */
  async kill(): Promise<string | undefined> {
    this.child.kill('SIGKILL')
    return this.end()
  }

  /** Waits for its end. Gives what went wrong. */
  async end(): Promise<string | undefined> {
    await this.#ended
    const fine = this.child.exitCode === 0 || this.child.signalCode === 'SIGKILL'
    return fine ? undefined : `${this.#order.mark} ended by itself (${this.child.exitCode}): ${this.#errors.slice(0, 2000)}`
  }

  #take(text: string): void {
    const lines = (this.#rest + text).split('\n')
    this.#rest = lines.pop() ?? ''
    for (const line of lines) this.#hear(line[0], JSON.parse(line.slice(2)) as Fact[])
    this.#wake()
  }

  #hear(word: string | undefined, facts: readonly Fact[]): void {
    this.ready = true
    this.busy = word === 'S'
    if (word === 'S') this.#order.model.ask(facts)
    if (word !== 'A') return
    this.#order.model.acknowledge(facts)
    this.acknowledged++
  }

  #wake(): void {
    for (const resolve of this.#waiting) resolve()
    this.#waiting.clear()
  }
}
