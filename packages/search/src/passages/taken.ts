import type { TextRange } from '../text-range.ts'
import { NEAR } from './passage-weights.ts'
import type { PreparedSection } from './section.ts'

/** Neighbouring sentences of a section, the last included, and the text they stand in. */
export interface Run extends TextRange {
  readonly source: number
  readonly first: number
  readonly last: number
}

export interface TakenLimits {
  readonly maxPassages: number
  readonly maxChars: number
}

/** Below this much room no sentence is looked for any more. */
const LITTLE = 20

/** The sentences taken so far, as runs of neighbours: never more runs nor letters than allowed. */
export class Taken {
  private readonly sections: readonly PreparedSection[]
  private readonly limits: TakenLimits
  private readonly places: readonly Set<number>[]
  private left: number
  private runCount = 0

  constructor(sections: readonly PreparedSection[], limits: TakenLimits) {
    this.sections = sections
    this.limits = limits
    this.left = limits.maxChars
    this.places = sections.map(() => new Set())
  }

  get isFull(): boolean {
    return this.left < LITTLE || this.limits.maxPassages === 0
  }

  /** False when it does not fit. One near another of its paragraph comes with what stands between them. */
  add(source: number, place: number): boolean {
    const places = this.places[source]!
    if (places.has(place)) return false
    const near = this.nearTo(source, place)
    if (near === undefined || Math.abs(near - place) === 1) return this.addOne(source, place)
    const step = Math.sign(place - near)
    for (let at = near + step; at !== place + step; at += step) if (!places.has(at) && !this.addOne(source, at)) return false
    return true
  }

  /** A sentence that is taken already, of the same paragraph and not far, when all between fits. */
  private nearTo(source: number, place: number): number | undefined {
    const { sentences } = this.sections[source]!
    for (let distance = 1; distance <= NEAR; distance++) {
      for (const near of [place - distance, place + distance]) {
        if (!this.places[source]!.has(near) || sentences.blockOf(near) !== sentences.blockOf(place)) continue
        const [own, other] = [sentences.rangeOf(place), sentences.rangeOf(near)]
        const letters = near < place ? own.end - other.end : other.start - own.start
        if (letters <= this.left) return near
      }
    }
    return undefined
  }

  private addOne(source: number, place: number): boolean {
    const places = this.places[source]!
    const joins = Number(places.has(place - 1)) + Number(places.has(place + 1))
    if (this.runCount + 1 - joins > this.limits.maxPassages) return false
    const letters = this.lettersFor(source, place)
    if (letters > this.left) return false
    places.add(place)
    this.left -= letters
    this.runCount += 1 - joins
    return true
  }

  /** Each run takes in its neighbours in turn, what follows first, until nothing fits. */
  grow(): void {
    let hasGrown = true
    while (hasGrown && !this.isFull) {
      hasGrown = false
      for (const { source, first, last } of this.runs()) {
        for (const place of [last + 1, first - 1]) {
          const isThere = place >= 0 && place < this.sections[source]!.sentences.length
          if (isThere && this.add(source, place)) hasGrown = true
        }
      }
    }
  }

  runs(): Run[] {
    return this.places.flatMap((places, source) =>
      [...places]
        .filter((place) => !places.has(place - 1))
        .sort((a, b) => a - b)
        .map((first) => this.runFrom(source, first)),
    )
  }

  private runFrom(source: number, first: number): Run {
    const places = this.places[source]!
    let last = first
    while (places.has(last + 1)) last++
    return { source, first, last, start: this.startOf(source, first), end: this.sections[source]!.sentences.rangeOf(last).end }
  }

  /** How much longer the text gets, with what stands between it and its neighbours. */
  private lettersFor(source: number, place: number): number {
    const places = this.places[source]!
    const { sentences } = this.sections[source]!
    const from = places.has(place - 1) ? sentences.rangeOf(place - 1).end : this.startOf(source, place)
    const to = places.has(place + 1) ? this.startOf(source, place + 1) : sentences.rangeOf(place).end
    return to - from
  }

  /** With the marker of a list's item: steps keep their numbers. */
  private startOf(source: number, place: number): number {
    const { text, sentences } = this.sections[source]!
    const { start } = sentences.rangeOf(place)
    const marker = MARKER.exec(text.slice(Math.max(0, start - LONGEST_MARKER), start))?.[1]
    return marker === undefined ? start : start - marker.length
  }
}

/** Behind a line's beginning, and nothing but the marker before the sentence. */
const MARKER = /(?:^|[\r\n])[ \t>]*((?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?)$/
const LONGEST_MARKER = 40
