import { type ReadonlySignal, signal } from '@preact/signals'

export interface Step {
  readonly label: string
  /** The inverse call; it passes the hash that the call itself returned, so that it never undoes somebody else's work. */
  readonly run: () => Promise<void>
}

export interface Undo {
  readonly last: ReadonlySignal<Step | undefined>
  push(step: Step): void
  undo(): Promise<void>
}

const MOST_STEPS = 50

export function createUndo(complain: (error: unknown) => void): Undo {
  const steps = signal<readonly Step[]>([])
  const last = signal<Step | undefined>(undefined)
  const keep = (next: readonly Step[]) => {
    steps.value = next
    last.value = next.at(-1)
  }
  return {
    last,
    push: (step) => keep([...steps.value, step].slice(-MOST_STEPS)),
    async undo() {
      const step = steps.value.at(-1)
      if (step === undefined) return
      keep(steps.value.slice(0, -1))
      try {
        await step.run()
      } catch (error) {
        complain(error)
      }
    },
  }
}
