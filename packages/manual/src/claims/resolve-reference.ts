import { slugify } from '@shoko/search'
import type { Corpus } from '../corpus/corpus.ts'
import type { FileRecord } from '../corpus/file-record.ts'
import type { NodeRef } from '../corpus/node-place.ts'
import { comparable } from '../words/lexicon.ts'
import type { Gap } from './open-questions.ts'

/** A gap with the place to read, where the reference can be followed. */
export function withPlace(corpus: Corpus, gap: Gap): Gap {
  if (gap.reference === undefined) return gap
  const { place, target, from } = gap.reference
  const to = named(corpus, from, place) ?? (target === undefined ? undefined : linked(corpus, from, target))
  return to === undefined ? gap : { ...gap, to }
}

/** Where a link leads, as seen from the file it stands in. */
function linked(corpus: Corpus, from: NodeRef, target: string): NodeRef | undefined {
  const [path = '', anchor = ''] = target.split('#', 2)
  const file = path.startsWith('/') ? path.slice(1) : path === '' ? from.path : pathFrom(from.path, path)
  const record = corpus.records.get(`${from.manual_id}/${file}`)
  if (record?.kind !== 'nodes') return undefined
  const node = record.titles.findIndex((title) => slugify(title) === slugify(anchor))
  return refOf(record, anchor === '' ? 0 : Math.max(0, node))
}

function pathFrom(file: string, path: string): string {
  const segments = file.split('/').slice(0, -1)
  for (const segment of decoded(path).split('/')) {
    if (segment === '..') segments.pop()
    else if (segment !== '.' && segment !== '') segments.push(segment)
  }
  return segments.join('/')
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

const SHORTEST_NAME = 2

/** The section of the same manual that has the name, or whose heading begins with it: 別表2 is 別表2 消耗部品の一覧. */
function named(corpus: Corpus, { manual_id }: NodeRef, place: string): NodeRef | undefined {
  const wanted = comparable(place).trim()
  if (wanted.length < SHORTEST_NAME) return undefined
  let begins: NodeRef | undefined
  for (const record of corpus.records.values()) {
    if (record.manualId !== manual_id || record.kind !== 'nodes') continue
    for (const [node, title] of record.titles.entries()) {
      const heading = comparable(title).trim()
      if (heading === wanted) return refOf(record, node)
      if (begins === undefined && heading.startsWith(wanted) && !/^[\p{L}\p{N}]/u.test(latinRest(heading, wanted))) {
        begins = refOf(record, node)
      }
    }
  }
  return begins
}

/** What follows a Latin name must not go on with its last word: "annex 1" is not "annex 12". */
function latinRest(heading: string, wanted: string): string {
  return /[a-z0-9]$/.test(wanted) ? heading.slice(wanted.length, wanted.length + 1).replace(/[^a-z0-9]/, '') : ''
}

function refOf({ manualId, path, lines }: FileRecord, node: number): NodeRef {
  return { target: 'manual', manual_id: manualId, path, start_line: lines[node] ?? 1 }
}
