import { type Numbers, packInSteps, type Steps, unpackSections } from '../index/binary.ts'
import { PartReader, prefixed } from '../index/saved.ts'
import { readChannel } from './channel-postings.ts'
import { Corpus, type CorpusParts } from './corpus.ts'
import { Vocabulary } from './vocabulary.ts'

const FORMAT = { kind: 'ranker', version: 6 }

export function emptyCorpus(): Corpus {
  return new Corpus(readParts(new PartReader(), []))
}

/** Opens what `saveCorpus` wrote, where it lies; the bytes belong to the corpus from then on. */
export function loadCorpus(bytes: Uint8Array): Corpus {
  const packed = unpackSections(bytes, FORMAT)
  // saveCorpus wrote the keys, and the checksum says that they are still what it wrote.
  const { keys, removedTerms } = packed.meta as { readonly keys: readonly (string | null)[]; readonly removedTerms: number }
  return new Corpus(
    readParts(
      new PartReader(packed),
      keys.map((key) => key ?? undefined),
    ),
    removedTerms,
  )
}

/** In steps; the corpus must not change meanwhile. What was removed from it goes into the file as it is: sweeping it out takes longer. */
export function* saveCorpus({ parts, removedTerms }: Corpus, room: number): Steps<Uint8Array> {
  const arrays: Record<string, Numbers> = {}
  for (const save of partsOf(parts)) {
    Object.assign(arrays, save())
    yield
  }
  return yield* packInSteps({ ...FORMAT, room, meta: { keys: parts.keys, removedTerms }, arrays })
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
