import { analyseChannels } from '@shoko/search'
import MiniSearch from 'minisearch'
import type { Engine } from './engine.ts'

const fields = ['title', 'heading', 'text']

export const miniSearchDefault: Engine = miniSearchEngine('MiniSearch', {})

export const miniSearchAnalysed: Engine = miniSearchEngine('MiniSearch + our analyser', {
  tokenize: (text: string) => {
    const { words, grams } = analyseChannels(text)
    return [...words, ...grams]
  },
  processTerm: (term: string) => term,
  searchOptions: { boost: { title: 3, heading: 2 } },
})

function miniSearchEngine(name: string, options: object): Engine {
  return {
    name,
    async open(set) {
      const index = new MiniSearch({ fields, idField: 'id', ...options })
      index.addAll(set.docs.map(({ title, heading, text }, id) => ({ id, title, heading, text })))
      return {
        async search(query) {
          const found = index.search(query).slice(0, 10)
          return async () => found.map(({ id }) => Number(id))
        },
        close: async () => index.removeAll(),
      }
    },
  }
}
