import { LANGUAGES } from '@shoko/search'
import type { Corpus } from '../corpus/corpus.ts'
import type { SynonymGroups } from './query.ts'
import type { Scope } from './scope.ts'

/** Groups of words that mean the same to a reader of manuals; a manual adds its own in `synonyms.json` at its root. */
const synonymGroups: SynonymGroups = LANGUAGES.flatMap(({ manuals }) => manuals.synonyms)

/** The common groups and those of the manuals in scope. */
export function synonymsIn(corpus: Corpus, scope: Scope): SynonymGroups {
  const own: (readonly string[])[] = []
  for (const manualId of corpus.manualIds()) {
    const key = `${manualId}/synonyms.json`
    if (!scope.accepts(key) && scope.only === undefined) continue
    own.push(...(corpus.records.get(key)?.synonyms ?? []))
  }
  return own.length === 0 ? synonymGroups : [...synonymGroups, ...own]
}
