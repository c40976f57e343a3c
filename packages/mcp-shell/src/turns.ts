/** Lets the calls of every principal run side by side, and those of one principal only a few at a time. */
export interface Turns {
  /** Resolves when this principal may begin another call; what it gives ends that call. */
  take(principal: string): Promise<() => void>
}

const AT_ONCE = 2
/** A call that takes longer waits for something, or gives way by itself; others need not wait for it. */
const TURN_MS = 250

interface Queue {
  running: number
  readonly waiting: (() => void)[]
}

/** Without this, who sends a hundred calls in one message is served a hundred times before the next one gets an answer. */
export function createTurns(atOnce = AT_ONCE, turnMs = TURN_MS): Turns {
  const queues = new Map<string, Queue>()
  const begin = (principal: string, queue: Queue) => {
    let over = false
    const end = () => {
      if (over) return
      over = true
      clearTimeout(late)
      queue.running--
      const next = queue.waiting.shift()
      // In a later round of the event loop: whatever came in meanwhile from others goes first.
      if (next !== undefined) {
        queue.running++
        setImmediate(next)
      } else if (queue.running === 0) queues.delete(principal)
    }
    const late = setTimeout(end, turnMs).unref()
    return end
  }
  return {
    async take(principal) {
      const queue = queues.get(principal) ?? { running: 0, waiting: [] }
      queues.set(principal, queue)
      if (queue.running < atOnce) queue.running++
      else await new Promise<void>((resolve) => queue.waiting.push(resolve))
      return begin(principal, queue)
    },
  }
}
