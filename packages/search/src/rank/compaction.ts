import type { Steps } from '../index/binary.ts'
import { NumberList } from '../index/growable.ts'
import type { PostingLists } from '../index/posting-lists.ts'
import { type NewNumbers, renumber } from '../index/renumbering.ts'
import { TermTable } from '../index/term-table.ts'
import { type ChannelPostings, keep } from './channel-postings.ts'
import { Corpus, REMOVED } from './corpus.ts'

/** What was removed stays in the postings until it is this much, and more than a third of what is live. */
const MIN_REMOVED = 1_000
const MIN_REMOVED_TERMS = 50_000
const LIVE_SHARE = 3
/** Words that stand nowhere are given up when they are more than this share of all. */
const MAX_UNUSED = 1 / 4
/** Terms that are copied between two pauses. */
const STEP = 1024

/** Whether so much was removed, by number or by length, that the rest is worth copying. */
export function isWorthCompacting({ parts, liveSections, size, removedTerms }: Corpus): boolean {
  const removed = parts.documentOf.length - liveSections + parts.keys.length - size
  const liveTerms = parts.words.body.total + parts.grams.body.total
  return (
    (removed > MIN_REMOVED && removed * LIVE_SHARE > liveSections) ||
    (removedTerms > MIN_REMOVED_TERMS && removedTerms * LIVE_SHARE > liveTerms)
  )
}

/** The same corpus without what was removed, and without words that only stood there. It must not change meanwhile. */
export function* compacted({ parts }: Corpus): Steps<Corpus> {
  const documents = renumber(parts.keys.length, (document) => parts.keys[document] !== undefined)
  const sections = renumber(parts.documentOf.length, (section) => parts.documentOf.data[section] !== REMOVED)
  const words = yield* stayingTerms(parts.words, { documents, sections, size: parts.vocabulary.size })
  const grams = yield* stayingTerms(parts.grams, { documents, sections, size: parts.japaneseGrams.size })
  const ofSections = { owners: sections, terms: words }
  const { body, headings, title } = parts.sequences
  const sectionCounts = keep(parts.sectionCounts, documents)
  return new Corpus({
    vocabulary: words === undefined ? parts.vocabulary : yield* parts.vocabulary.kept(words),
    japaneseGrams: grams === undefined ? parts.japaneseGrams : yield* keptTerms(parts.japaneseGrams, grams),
    words: yield* keptChannel(parts.words, { documents, sections, terms: words }),
    grams: yield* keptChannel(parts.grams, { documents, sections, terms: grams }),
    sequences: {
      body: yield* body.kept(ofSections),
      headings: yield* headings.kept(ofSections),
      title: yield* title.kept({ owners: documents, terms: words }),
    },
    ...placesOf(sectionCounts),
    sectionCounts,
    keys: parts.keys.filter((key) => key !== undefined),
  })
}

interface Staying {
  readonly documents: NewNumbers
  readonly sections: NewNumbers
}

/** New numbers for the terms that some document still has; undefined when nearly all are, and keep theirs. */
function* stayingTerms(
  { body, headings, title }: ChannelPostings,
  { documents, sections, size }: Staying & { readonly size: number },
): Steps<NewNumbers | undefined> {
  const used = new Uint8Array(size)
  const mark = (lists: PostingLists, owners: NewNumbers) => lists.markUsed(owners, used)
  yield* mark(body.lists, sections)
  yield* mark(headings.lists, sections)
  yield* mark(title.lists, documents)
  const unused = used.reduce((sum, isUsed) => sum + 1 - isUsed, 0)
  return unused > size * MAX_UNUSED ? renumber(size, (term) => used[term] === 1) : undefined
}

function* keptTerms(terms: TermTable, numbers: NewNumbers): Steps<TermTable> {
  const kept = new TermTable()
  for (let id = 0; id < terms.size; id++) {
    if (id % STEP === 0) yield
    if (numbers[id]! >= 0) kept.intern(terms.term(id))
  }
  return kept
}

function* keptChannel(
  { body, headings, title, documentLengths }: ChannelPostings,
  { documents, sections, terms }: Staying & { readonly terms: NewNumbers | undefined },
): Steps<ChannelPostings> {
  return {
    body: yield* body.renumbered({ owners: sections, terms }),
    headings: yield* headings.renumbered({ owners: sections, terms }),
    title: yield* title.renumbered({ owners: documents, terms }),
    documentLengths: keep(documentLengths, documents),
  }
}

function placesOf(sectionCounts: NumberList): { readonly firstSections: NumberList; readonly documentOf: NumberList } {
  const firstSections = new NumberList()
  const documentOf = new NumberList()
  sectionCounts.values().forEach((count, document) => {
    firstSections.push(documentOf.length)
    for (let i = 0; i < count; i++) documentOf.push(document)
  })
  return { firstSections, documentOf }
}
