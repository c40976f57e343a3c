import { createJapaneseSegmenter } from '../analyse/japanese.ts'
import { type GuessedLanguage, languageOf } from '../analyse/language.ts'
import { foldedText } from '../analyse/scan.ts'
import { isJapaneseText } from '../analyse/scripts.ts'
import type { Steps } from '../index/binary.ts'
import { NumberList } from '../index/growable.ts'
import type { Sequences } from '../index/sequences.ts'
import type { TermTable } from '../index/term-table.ts'
import type { ChannelPostings, FieldPostings } from './channel-postings.ts'
import { TermReader } from './term-reader.ts'
import type { Vocabulary } from './vocabulary.ts'

export interface RankerSection {
  /** The chain of headings down to the section's own. */
  readonly headings: readonly string[]
  /** The section's own text, without its sub-headings' parts. */
  readonly text: string
}

export interface RankerDocument {
  readonly key: string
  readonly title: string
  readonly sections: readonly RankerSection[]
  /** The sections' texts are folded already, as `fold(normalize(text))` is: the same words are found, and nothing is done twice. */
  readonly isFolded?: boolean
}

/** What a corpus is made of; read from a file, compacted, or empty (corpus-file.ts). */
export interface CorpusParts {
  readonly vocabulary: Vocabulary
  readonly japaneseGrams: TermTable
  readonly words: ChannelPostings
  readonly grams: ChannelPostings
  readonly sequences: { readonly body: Sequences; readonly headings: Sequences; readonly title: Sequences }
  /** By section: its document, or REMOVED. */
  readonly documentOf: NumberList
  /** By document: its first section, and how many it has. */
  readonly firstSections: NumberList
  readonly sectionCounts: NumberList
  /** By document: its key, undefined once removed. */
  readonly keys: (string | undefined)[]
}

/** In `documentOf`: the section's document was removed. */
export const REMOVED = 0xffffffff

/**
 * Documents as sections, indexed by word and by gram. The sections of a document have consecutive numbers, so whatever
 * holds for a document follows from its sections. A removed document leaves its postings behind until the next compaction.
 */
export class Corpus {
  readonly parts: CorpusParts
  liveSections: number
  /** Grows with every change of what a search finds. */
  revision = 0
  /** Grows with every change at all, also while a document is being read that no search finds yet. */
  writes = 0
  /** How many words and grams stand in the postings of documents that were removed. */
  removedTerms: number
  private readonly byKey = new Map<string, number>()
  /** Of texts and of questions: these say much of what those say. */
  readonly segmenter = createJapaneseSegmenter()
  private readonly reader: TermReader
  private readonly counts = new NumberList()

  constructor(parts: CorpusParts, removedTerms = 0) {
    this.parts = parts
    this.removedTerms = removedTerms
    this.liveSections = parts.documentOf.values().reduce((live, document) => live + (document === REMOVED ? 0 : 1), 0)
    this.reader = new TermReader(parts, this.segmenter)
    parts.keys.forEach((key, document) => {
      if (key !== undefined) this.byKey.set(key, document)
      else this.forget(document)
    })
  }

  get size(): number {
    return this.byKey.size
  }

  keys(): string[] {
    return [...this.byKey.keys()].sort()
  }

  /** The document of a section, and the section's place there. */
  locate(section: number): { readonly key: string; readonly section: number } {
    const { keys, documentOf, firstSections } = this.parts
    const document = documentOf.data[section]!
    return { key: keys[document]!, section: section - firstSections.data[document]! }
  }

  documentNumber(key: string): number | undefined {
    return this.byKey.get(key)
  }

  /**
   * In steps, one document after the other. Until the last step a search finds what was there before: the new sections are marked
   * as removed ones are, and so they stay when nobody asks for that step.
   */
  *add(document: RankerDocument): Steps<void> {
    const { parts } = this
    const id = parts.keys.push(undefined) - 1
    parts.firstSections.push(parts.documentOf.length)
    parts.sectionCounts.push(document.sections.length)
    for (const channel of [parts.words, parts.grams]) channel.documentLengths.push(0)
    const title = foldedText(document.title)
    const texts: string[] = []
    for (const { text } of document.sections) {
      texts.push(document.isFolded === true ? text : foldedText(text))
      yield
    }
    // Asked of the whole document, so that a short section is read as the rest is.
    const language = languageOf([title, ...texts])
    yield* this.read([title], { language, field: 'title', owner: id })
    for (const [place, section] of document.sections.entries()) {
      const number = parts.documentOf.push(REMOVED)
      const headings = section.headings[0] === document.title ? section.headings.slice(1) : section.headings
      yield* this.read(headings.map(foldedText), { language, field: 'headings', owner: number })
      yield* this.read([foldedText(section.headings.at(-1) ?? ''), texts[place]!], { language, field: 'body', owner: number })
    }
    // Latin words among Japanese are names: they tell no language, and have the grammar of none.
    if (language !== 'unknown' || !texts.some(isJapaneseText)) yield* parts.vocabulary.speak(language)
    this.publish(id, document.key)
  }

  /** From here on the document is found, and no longer the one that had its key. */
  private publish(id: number, key: string): void {
    const { parts } = this
    this.remove(key)
    const { first, end } = this.sectionsOf(id)
    for (const channel of [parts.words, parts.grams]) {
      channel.title.count(id)
      for (let section = first; section < end; section++) {
        channel.body.count(section)
        channel.headings.count(section)
        channel.documentLengths.data[id]! += channel.body.lengths.data[section]!
      }
    }
    parts.documentOf.data.fill(id, first, end)
    this.liveSections += end - first
    this.byKey.set(key, id)
    parts.keys[id] = key
    this.revision++
    this.writes++
  }

  remove(key: string): boolean {
    const id = this.byKey.get(key)
    if (id === undefined) return false
    this.revision++
    this.writes++
    const { parts } = this
    const { first, end } = this.sectionsOf(id)
    for (const channel of [parts.words, parts.grams]) this.removedTerms += channel.documentLengths.data[id]!
    this.forget(id)
    parts.documentOf.data.fill(REMOVED, first, end)
    this.liveSections -= end - first
    this.byKey.delete(key)
    parts.keys[id] = undefined
    return true
  }

  /** Takes the document out of all averages; where it is saved while it is being read, that has not happened yet. */
  private forget(document: number): void {
    const { parts } = this
    const { first, end } = this.sectionsOf(document)
    for (const channel of [parts.words, parts.grams]) {
      channel.title.forget(document)
      for (let section = first; section < end; section++) {
        channel.body.forget(section)
        channel.headings.forget(section)
      }
    }
  }

  private sectionsOf(document: number): { readonly first: number; readonly end: number } {
    const first = this.parts.firstSections.data[document]!
    return { first, end: first + this.parts.sectionCounts.data[document]! }
  }

  private *read(
    texts: readonly string[],
    to: { readonly language: GuessedLanguage; readonly field: 'title' | 'headings' | 'body'; readonly owner: number },
  ): Steps<void> {
    const { reader, parts } = this
    yield* reader.read(texts, to.language)
    this.writes++
    parts.sequences[to.field].push(reader.words.values())
    this.post(reader.words, { field: parts.words[to.field], owner: to.owner })
    this.post(reader.grams, { field: parts.grams[to.field], owner: to.owner })
    parts.words[to.field].lengths.push(reader.words.length)
    parts.grams[to.field].lengths.push(reader.gramLength)
    reader.forget()
  }

  /** Counts the terms and appends one posting for each. */
  private post(terms: NumberList, { field, owner }: { readonly field: FieldPostings; readonly owner: number }): void {
    const { counts } = this
    for (let i = 0; i < terms.length; i++) {
      const term = terms.data[i]!
      if (term >= counts.length) counts.extend(term + 1)
      counts.data[term]!++
    }
    for (let i = 0; i < terms.length; i++) {
      const term = terms.data[i]!
      const count = counts.data[term]!
      if (count === 0) continue
      field.lists.append(term, owner, count)
      counts.data[term] = 0
    }
  }
}
