import { describe, expect, it } from 'vitest'
import { rank } from './rank.ts'
import { createRanker } from './ranker.ts'

const TEXTS: Readonly<Record<string, string>> = {
  'a.md': 'restart the pod',
  'b.md': 'restart the node',
  'c.md': 'restart the server now and then',
}
const ranker = createRanker()
for (const [key, text] of Object.entries(TEXTS)) ranker.add({ key, title: '', sections: [{ headings: [], text }] })

const textOf = ({ key }: { readonly key: string }) => TEXTS[key]!
const keys = async (request: Omit<Parameters<typeof rank>[1], 'query'>) =>
  (await rank(ranker, { query: 'restart pod', textOf, ...request })).map(({ key }) => key)

describe('rank', () => {
  it('is the search itself without hooks', async () => {
    expect(await rank(ranker, { query: 'restart pod' })).toEqual(ranker.search('restart pod'))
  })

  it('lets a reranker see the query and the texts, and follows its opinion by its weight', async () => {
    const reranker = ({ query, candidates }: { query: string; candidates: readonly { text: string }[] }) => {
      expect(query).toBe('restart pod')
      return candidates.map(({ text }) => (text.includes('server') ? 5 : 0))
    }
    expect((await keys({ reranker, hookWeight: 2 }))[0]).toBe('c.md')
    expect((await keys({ reranker, hookWeight: 0.1 }))[0]).toBe('a.md')
  })

  it('ranks by the likeness of embeddings, sync or not', async () => {
    const embed = async (texts: readonly string[]) =>
      texts.map((text) => Float32Array.of(text.includes('node') || text === 'restart pod' ? 1 : 0, 0.1))
    expect((await keys({ embed, hookWeight: 2 }))[0]).toBe('b.md')
  })

  it('ignores a malformed answer', async () => {
    const plain = await keys({})
    expect(await keys({ reranker: () => [1] })).toEqual(plain)
    expect(await keys({ reranker: () => [Number.NaN, 1, 2] })).toEqual(plain)
    expect(await keys({ embed: () => [] })).toEqual(plain)
    expect(await keys({ embed: (texts) => texts.map((_, i) => new Float32Array(i)) })).toEqual(plain)
  })

  it('leaves what is beyond the judged best in its place', async () => {
    const plain = await keys({})
    expect((await keys({ reranker: ({ candidates }) => candidates.map((_, i) => i), topN: 2, hookWeight: 9 })).slice(2)).toEqual(
      plain.slice(2),
    )
  })

  it('passes on the error of a hook', async () => {
    const reranker = () => {
      throw new Error('model is gone')
    }
    await expect(keys({ reranker })).rejects.toThrow('model is gone')
  })
})
