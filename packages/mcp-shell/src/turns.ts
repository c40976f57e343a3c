import { setImmediate as nextTurn } from 'node:timers/promises'

/** Lets the calls of every principal run side by side, and those of one principal only a few at a time. */
export interface Turns {
  /** Resolves when this principal may begin another call; what it gives ends that call. */
  take(principal: string): Promise<() => void>
  /**
   * Somebody has come with a request: until what this gives is called, queues of others give way. Who has another request
   * that is being answered gives way to others with this one.
   */
  enter(principal: string): Promise<() => void>
  /** For a call under way, between two steps: sees who has come meanwhile, and lets others be answered first. */
  pause(principal: string): Promise<void>
}

export interface TurnLimits {
  readonly atOnce: number
  /** A call that takes longer waits for something, or gives way by itself; others need not wait for it. */
  readonly turnMs: number
  /** For so long the next call of a queue waits for requests of other principals. */
  readonly patienceMs: number
}

const LIMITS: TurnLimits = { atOnce: 2, turnMs: 250, patienceMs: 25 }

interface Queue {
  running: number
  readonly waiting: (() => void)[]
}

/**
 * Without this, who sends a hundred calls in one message is served a hundred times before the next one gets an answer; and
 * one call a round of the event loop is still too many, since a request takes several rounds. So a queue goes on when nobody
 * without a queue is being answered, or has waited a little.
 */
export function createTurns(limits: Partial<TurnLimits> = {}): Turns {
  const { atOnce, turnMs, patienceMs } = { ...LIMITS, ...limits }
  const queues = new Map<string, Queue>()
  const hasQueue = (principal: string) => (queues.get(principal)?.waiting.length ?? 0) > 0
  const present = createPresence({ turnMs, patienceMs }, hasQueue)
  const begin = (principal: string, queue: Queue) => {
    let over = false
    const end = () => {
      if (over) return
      over = true
      clearTimeout(late)
      queue.running--
      const next = queue.waiting.shift()
      if (next !== undefined) {
        queue.running++
        present.whenAlone(principal, next)
      } else if (queue.running === 0) queues.delete(principal)
    }
    const late = setTimeout(end, turnMs).unref()
    return end
  }
  return {
    enter: present.enter,
    async pause(principal) {
      await nextTurn() // only then is what came in meanwhile known
      if (!present.isAlone(principal)) await new Promise<void>((resolve) => present.whenAlone(principal, resolve))
    },
    async take(principal) {
      const queue = queues.get(principal) ?? { running: 0, waiting: [] }
      queues.set(principal, queue)
      const most = present.isAlone(principal) ? atOnce : 1
      if (queue.running < most) queue.running++
      else await new Promise<void>((resolve) => queue.waiting.push(resolve))
      return begin(principal, queue)
    },
  }
}

/** Who has a request that is being answered. One that takes longer than a turn waits for something, and holds up no queue. */
function createPresence(
  { turnMs, patienceMs }: Pick<TurnLimits, 'turnMs' | 'patienceMs'>,
  hasQueue: (principal: string) => boolean,
) {
  const requests = createCounts()
  /** Who waits for others itself: nobody waits for those, or everybody would wait. */
  const held = createCounts()
  const waiting = new Set<() => void>()
  return { isAlone, whenAlone, enter }

  function isAlone(principal: string): boolean {
    for (const other of requests.names()) if (other !== principal && !held.has(other) && !hasQueue(other)) return false
    return true
  }

  function whenAlone(principal: string, go: () => void): void {
    const begin = () => {
      clearTimeout(impatient)
      waiting.delete(look)
      held.take(principal)
      setImmediate(go) // in a later round of the event loop: whatever came in meanwhile goes first
    }
    const look = () => {
      if (isAlone(principal)) begin()
    }
    const impatient = setTimeout(begin, patienceMs)
    waiting.add(look)
    held.add(principal)
    lookAgain()
  }

  async function enter(principal: string): Promise<() => void> {
    if (requests.has(principal) && !isAlone(principal)) await new Promise<void>((resolve) => whenAlone(principal, resolve))
    requests.add(principal)
    let left = false
    const leave = () => {
      if (left) return
      left = true
      clearTimeout(late)
      requests.take(principal)
      lookAgain()
    }
    const late = setTimeout(leave, turnMs).unref()
    return leave
  }

  function lookAgain(): void {
    for (const look of [...waiting]) look()
  }
}

function createCounts() {
  const counts = new Map<string, number>()
  return {
    has: (name: string) => counts.has(name),
    names: () => counts.keys(),
    add: (name: string) => void counts.set(name, (counts.get(name) ?? 0) + 1),
    take(name: string) {
      const left = (counts.get(name) ?? 1) - 1
      if (left > 0) counts.set(name, left)
      else counts.delete(name)
    },
  }
}
