/** So many postings are read between two looks at the clock: some tens of microseconds. */
const STRIDE = 4_096

/** When a search has to end with what it has. Once over, it stays over, so that every later step is skipped as well. */
export class Deadline {
  private readonly isOver: (() => boolean) | undefined
  private work = 0
  private reached = false

  constructor(isOver?: () => boolean) {
    this.isOver = isOver
  }

  /** The search was cut short. */
  get wasReached(): boolean {
    return this.reached
  }

  /** Asked in the innermost loops; `work` is what was done since it was asked last, in postings. */
  isReached(work = STRIDE): boolean {
    if (this.reached || this.isOver === undefined) return this.reached
    this.work += work
    if (this.work < STRIDE) return false
    this.work = 0
    this.reached = this.isOver()
    return this.reached
  }
}
