import type { PreparedSection } from './section.ts'

/** Letters of text that are kept taken apart: those of the sections that are asked about again and again. */
const MAX_LETTERS = 2_000_000

interface Kept {
  readonly sections: Map<number, PreparedSection>
  letters: number
}

/** Sections taken apart, by whose they are (the record of a file: one that changes gets a new record) and their place there. */
export class SectionShelf<Owner extends object> {
  private readonly kept = new Map<Owner, Kept>()
  private readonly maxLetters: number
  private letters = 0

  constructor(maxLetters = MAX_LETTERS) {
    this.maxLetters = maxLetters
  }

  /** The section, at once where it is kept, read where it is not; what could not be read is asked for again the next time. */
  take(
    { owner, place }: { readonly owner: Owner; readonly place: number },
    read: () => Promise<PreparedSection | undefined>,
  ): PreparedSection | Promise<PreparedSection | undefined> {
    const own = this.kept.get(owner)
    const known = own?.sections.get(place)
    if (own === undefined || known === undefined) return this.read({ owner, place }, read)
    this.touch(owner, own)
    return known
  }

  clear(): void {
    this.kept.clear()
    this.letters = 0
  }

  private async read(
    { owner, place }: { readonly owner: Owner; readonly place: number },
    read: () => Promise<PreparedSection | undefined>,
  ): Promise<PreparedSection | undefined> {
    const section = await read()
    if (section !== undefined) this.keep(owner, place, section)
    return section
  }

  private keep(owner: Owner, place: number, section: PreparedSection): void {
    const own = this.kept.get(owner) ?? { sections: new Map(), letters: 0 }
    if (own.sections.has(place)) return
    own.sections.set(place, section)
    own.letters += section.text.length
    this.letters += section.text.length
    this.touch(owner, own)
    for (const [oldest, { letters }] of this.kept) {
      if (this.letters <= this.maxLetters) break
      this.kept.delete(oldest)
      this.letters -= letters
    }
  }

  private touch(owner: Owner, own: Kept): void {
    this.kept.delete(owner)
    this.kept.set(owner, own)
  }
}
