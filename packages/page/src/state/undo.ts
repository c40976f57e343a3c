import { type ReadonlySignal, signal } from '@preact/signals'

export interface Step {
  readonly label: string
  /**
   * The inverse call; it passes the hash that the call itself returned, so that it never undoes somebody else's work. False: it did
   * not come about, and that has been said.
   */
  readonly run: () => Promise<unknown>
}

export interface Undo {
  readonly last: ReadonlySignal<Step | undefined>
  push(step: Step): void
  undo(): Promise<void>
}

const MOST_STEPS = 50

export interface UndoWords {
  readonly complain: (error: unknown) => void
  readonly done: (label: string) => void
  readonly nothing: () => void
}

export function createUndo({ complain, done, nothing }: UndoWords): Undo {
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
      if (step === undefined) return nothing()
      keep(steps.value.slice(0, -1))
      try {
        if ((await step.run()) !== false) done(step.label)
      } catch (error) {
        complain(error)
      }
    },
  }
}
