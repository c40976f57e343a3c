import type { QueryTerm } from '../analyse/query-terms.ts'
import { foldedText } from '../analyse/scan.ts'
import { isJapanese, isWordUnit, scriptOf } from '../analyse/scripts.ts'
import { languagesBeside, stemIn } from '../analyse/stems.ts'
import type { PreparedSection } from './section.ts'

/** Says of one sentence after the other which terms it holds: inflected too, and inside a longer word where that is Japanese. */
export class HeldTerms {
  private readonly count: number
  /** Terms of scripts that write words apart, by their stems. */
  private readonly byStem = new Map<string, number>()
  private readonly languages: ReturnType<typeof languagesBeside>
  /** Letters that these stems begin with, as stemmers leave the first one: most words begin with others. */
  private readonly firsts = new Set<number>()
  private readonly japanese: { readonly term: number; readonly surface: string }[] = []

  constructor(terms: readonly QueryTerm[]) {
    this.count = terms.length
    // The terms of one query are of one language.
    this.languages = languagesBeside(terms[0]?.language ?? 'unknown')
    for (const [term, { surface, stems }] of terms.entries()) {
      if (isJapanese(scriptOf(surface.charCodeAt(0)))) this.japanese.push({ term, surface })
      else for (const stem of stems) this.addStem(stem, term)
    }
  }

  private addStem(stem: string, term: number): void {
    if (this.byStem.has(stem)) return
    this.byStem.set(stem, term)
    this.firsts.add(stem.charCodeAt(0))
  }

  /** By term, of a sentence of a section. */
  in({ folded, starts }: PreparedSection, sentence: number): Uint8Array {
    return this.inFolded(folded.slice(starts[sentence]!, starts[sentence + 1]!))
  }

  inText(text: string): Uint8Array {
    return this.inFolded(foldedText(text))
  }

  private inFolded(text: string): Uint8Array {
    const held = new Uint8Array(this.count)
    for (const { term, surface } of this.japanese) if (text.includes(surface)) held[term] = 1
    if (this.byStem.size > 0) this.findWords(text, held)
    return held
  }

  private findWords(text: string, held: Uint8Array): void {
    for (let at = 0; at < text.length; at++) {
      if (!isWordUnit(text.charCodeAt(at))) continue
      const start = at
      while (at < text.length && isWordUnit(text.charCodeAt(at))) at++
      if (!this.firsts.has(text.charCodeAt(start))) continue
      const word = text.slice(start, at)
      for (const language of this.languages) {
        const term = this.byStem.get(stemIn(language, word))
        if (term !== undefined) held[term] = 1
      }
    }
  }
}
