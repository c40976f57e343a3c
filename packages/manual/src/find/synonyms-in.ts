import type { Corpus } from '../corpus/corpus.ts'
import { synonymGroups } from '../words/synonyms.ts'
import type { SynonymGroups } from './query.ts'
import type { Scope } from './scope.ts'

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
