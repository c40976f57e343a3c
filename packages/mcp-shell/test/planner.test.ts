import { analyseChannels, fold, guessLanguage } from '@shoko/search'
import { describe, expect, it } from 'vitest'
import { createRuntime, type WireTool, wireTool } from '../src/index.ts'
import { bareConfig } from './bare-config.ts'
import { japanese, spanish } from './planner/glossary.ts'
import { requests } from './planner/requests.ts'

const config = bareConfig()
const tools = createRuntime(config, { logger: { log: () => {} } }).tools.map((tool) => wireTool(tool, 'flat'))
const plan = createPlanner(tools)

/** The runner-up may have so much of the winner's score; above it, two tools compete for one request. */
const COMPETES = 0.97

describe('a planner that only compares words', () => {
  it.each(requests)('%s -> %s', (request, tool) => {
    const [first, second] = plan(request)
    expect(first?.name, `instead of ${tool}; second is ${second?.name}`).toBe(tool)
    expect((second?.score ?? 0) / (first?.score ?? 1), `${second?.name} competes with ${tool}`).toBeLessThan(COMPETES)
  })

  it.each(tools.map(({ name, description }) => [name, description]))(
    'finds one example in the description of %s',
    (_name, description) => {
      expect(description.match(/Example: /g)).toHaveLength(1)
    },
  )

  it('has a request for every tool', () => {
    const asked = new Set(requests.map(([, tool]) => tool))
    expect(tools.map(({ name }) => name).filter((name) => !asked.has(name))).toEqual([])
  })
})

interface Choice {
  readonly name: string
  readonly score: number
}

/** BM25 over what tools/list says of each tool in words: its name, its title and its description. */
function createPlanner(listed: readonly WireTool[]): (request: string) => readonly Choice[] {
  const fields = [
    { weight: 1.5, texts: listed.map(({ name, title }) => words(`${name} ${title}`)) },
    { weight: 1, texts: listed.map(({ description }) => words(withoutOtherTools(description, listed))) },
  ]
  return (request) => {
    const asked = [...new Set(words(inEnglish(request)))]
    const scoreAt = (place: number) =>
      fields.reduce((sum, { weight, texts }) => sum + weight * asked.reduce((all, word) => all + bm25(word, place, texts), 0), 0)
    const choices = listed.map(({ name }, place) => ({ name, score: scoreAt(place) }))
    return choices.sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1)).slice(0, 2)
  }
}

function bm25(word: string, place: number, texts: readonly (readonly string[])[]): number {
  const times = (text: readonly string[]) => text.filter((other) => other === word).length
  const holders = texts.filter((text) => times(text) > 0).length
  const average = texts.reduce((sum, { length }) => sum + length, 0) / texts.length
  const count = times(texts[place]!)
  const idf = Math.log(1 + (texts.length - holders + 0.5) / (holders + 0.5))
  return (idf * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * texts[place]!.length) / average))
}

/** A sentence that sends the reader to another tool says nothing about this one. */
function withoutOtherTools(description: string, listed: readonly WireTool[]): string {
  return listed.reduce(
    (text, { name, title }) => (name.includes('_') ? text.replaceAll(name, ' ').replaceAll(title, ' ') : text),
    description,
  )
}

function inEnglish(request: string): string {
  if (/\p{Script=Han}|\p{Script=Katakana}/u.test(request))
    return meanings(Object.entries(japanese).filter(([word]) => request.includes(word)))
  if (guessLanguage(request) !== 'es') return request
  const spoken: readonly string[] = fold(request.toLowerCase()).match(/[a-z]+/g) ?? []
  return meanings(Object.entries(spanish).filter(([word]) => spoken.includes(word)))
}

function meanings(entries: readonly (readonly [string, string])[]): string {
  return entries.map(([, english]) => english).join(' ')
}

function words(text: string): string[] {
  return analyseChannels(text.replaceAll(/[_/.]/g, ' '), { language: 'en' }).words
}
