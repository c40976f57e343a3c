import { type Numbers, packInSteps, type Steps, unpackSections } from '../index/binary.ts'
import { NumberList } from '../index/growable.ts'
import { PartReader, prefixed } from '../index/saved.ts'
import { type ChannelPostings, keep, type Renumbering, readChannel } from './channel-postings.ts'
import { Corpus, type CorpusParts, REMOVED } from './corpus.ts'
import { Vocabulary } from './vocabulary.ts'

const FORMAT = { kind: 'ranker', version: 5 }

export function emptyCorpus(): Corpus {
  return new Corpus(readParts(new PartReader(), []))
}

/** Opens what `saveCorpus` wrote, where it lies; the bytes belong to the corpus from then on. */
export function loadCorpus(bytes: Uint8Array): Corpus {
  const packed = unpackSections(bytes, FORMAT)
  // saveCorpus wrote the keys, and the checksum says that they are still what it wrote.
  const { keys } = packed.meta as { readonly keys: readonly (string | null)[] }
  return new Corpus(
    readParts(
      new PartReader(packed),
      keys.map((key) => key ?? undefined),
    ),
  )
}

/** In steps; the corpus must not change meanwhile. What was removed from it goes into the file as it is: sweeping it out takes longer. */
export function* saveCorpus({ parts }: Corpus, room: number): Steps<Uint8Array> {
  const arrays: Record<string, Numbers> = {}
  for (const save of partsOf(parts)) {
    Object.assign(arrays, save())
    yield
  }
  return yield* packInSteps({ ...FORMAT, room, meta: { keys: parts.keys }, arrays })
}

function partsOf(parts: CorpusParts): readonly (() => Record<string, Numbers>)[] {
  const { vocabulary, japaneseGrams, words, grams, sequences } = parts
  return [
    ...vocabulary.parts(),
    () => prefixed<Numbers>('japaneseGrams', { ...japaneseGrams.save() }),
    ...[words, grams].flatMap(({ body, headings, title }) => [body, headings, title].map((field) => () => field.save())),
    () => ({ 'word.documentLengths': words.documentLengths.values(), 'gram.documentLengths': grams.documentLengths.values() }),
    ...Object.entries(sequences).map(
      ([name, list]) =>
        () =>
          prefixed<Numbers>(`${name}.sequences`, { ...list.save() }),
    ),
    () => ({
      documentOf: parts.documentOf.values(),
      firstSections: parts.firstSections.values(),
      sectionCounts: parts.sectionCounts.values(),
    }),
  ]
}

/** Memory held, in typed arrays and keys. */
export function corpusBytes({ parts }: Corpus): number {
  const { words, grams, sequences } = parts
  const fields = [words, grams].flatMap(({ body, headings, title }) => [body, headings, title])
  const measured = [parts.vocabulary, parts.japaneseGrams, ...fields, sequences.body, sequences.headings, sequences.title]
  const perSection = parts.documentOf.data.byteLength + parts.firstSections.data.byteLength + parts.sectionCounts.data.byteLength
  return measured.reduce((sum, { byteSize }) => sum + byteSize, perSection) + parts.keys.length * 100
}

/** The same corpus without what was removed; it takes the vocabulary over, words without a posting included. */
export function compacted({ parts }: Corpus): Corpus {
  const documents = renumber(parts.keys.length, (document) => parts.keys[document] !== undefined)
  const sections = renumber(parts.documentOf.length, (section) => parts.documentOf.data[section] !== REMOVED)
  const channel = (old: ChannelPostings): ChannelPostings => ({
    body: old.body.renumbered(sections),
    headings: old.headings.renumbered(sections),
    title: old.title.renumbered(documents),
    documentLengths: keep(old.documentLengths, documents),
  })
  const sectionCounts = keep(parts.sectionCounts, documents)
  const firstSections = new NumberList()
  const documentOf = new NumberList()
  sectionCounts.values().forEach((count, document) => {
    firstSections.push(documentOf.length)
    for (let i = 0; i < count; i++) documentOf.push(document)
  })
  return new Corpus({
    vocabulary: parts.vocabulary,
    japaneseGrams: parts.japaneseGrams,
    words: channel(parts.words),
    grams: channel(parts.grams),
    sequences: {
      body: parts.sequences.body.kept(sections),
      headings: parts.sequences.headings.kept(sections),
      title: parts.sequences.title.kept(documents),
    },
    documentOf,
    firstSections,
    sectionCounts,
    keys: parts.keys.filter((key) => key !== undefined),
  })
}

function readParts(reader: PartReader, keys: (string | undefined)[]): CorpusParts {
  return {
    vocabulary: new Vocabulary(reader),
    japaneseGrams: reader.terms('japaneseGrams'),
    words: readChannel('word', reader),
    grams: readChannel('gram', reader),
    sequences: {
      body: reader.sequences('body.sequences'),
      headings: reader.sequences('headings.sequences'),
      title: reader.sequences('title.sequences'),
    },
    documentOf: reader.numbers('documentOf'),
    firstSections: reader.numbers('firstSections'),
    sectionCounts: reader.numbers('sectionCounts'),
    keys,
  }
}

function renumber(length: number, stays: (owner: number) => boolean): Renumbering {
  let next = 0
  return Int32Array.from({ length }, (_, owner) => (stays(owner) ? next++ : -1))
}
