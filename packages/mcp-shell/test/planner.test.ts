import { analyseChannels, createPostingsIndex, fold, guessLanguage } from '@shoko/search'
import { describe, expect, it } from 'vitest'
import { createRuntime, loadConfig, type WireTool, wireTool } from '../src/index.ts'
import { japanese, spanish } from './planner/glossary.ts'
import { requests } from './planner/requests.ts'

const { config } = loadConfig({
  argv: [],
  env: {},
  cwd: '/workspace',
  home: '/home/mio',
  readFile: () => undefined,
  realPath: (path) => path,
})
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
  const index = createPostingsIndex({ fields: { name: { weight: 1.5 }, description: {} } })
  for (const { name, title, description } of listed)
    index.add(name, { name: words(`${name} ${title}`), description: words(withoutOtherTools(description, listed)) })
  return (request) =>
    index.search([...new Set(words(inEnglish(request)))], { limit: 2 }).map(({ key, score }) => ({ name: String(key), score }))
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
