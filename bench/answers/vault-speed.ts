import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { temporaryFolder } from '../temporary-folder.ts'
import { Server } from '../torture/server.ts'
import { isMissing, type Language, loadQuestions } from './question-set.ts'

/**
 * How long vault_find takes in a vault of many notes, once they are indexed: every paragraph of the articles is a note, in folders of
 * a hundred, over and over until there are as many as wanted. The first call is that of a server that has read none of them, then of
 * one that is started again.
 */
const { values } = parseArgs({
  options: {
    lang: { type: 'string', default: 'en' },
    notes: { type: 'string', default: '10000' },
    questions: { type: 'string', default: '300' },
  },
})

const WARM_UP = 200
const lang = values.lang as Language
if (isMissing(lang)) throw new Error(`qa-${lang}.json.gz is missing`)
const folder = temporaryFolder('notes')
await measure()

async function measure(): Promise<void> {
  const { questions } = loadQuestions(lang)
  writeNotes(Number(values.notes))
  for (const start of ['first', 'second']) {
    const env = { WORKSPACE_ROOT: folder, XDG_CACHE_HOME: join(folder, 'cache'), HOME: folder }
    const server = await new Server({ env, alone: true }).open()
    const [first, ...times] = await ask(
      server,
      questions.slice(0, 1 + WARM_UP + Number(values.questions)).map(({ q }) => q),
    )
    await server.close()
    const shown = [0.5, 0.95].map((share) => `p${share * 100} ${quantile(times.slice(WARM_UP), share).toFixed(2)} ms`)
    process.stdout.write(`${start} start: first call ${first!.toFixed(0)} ms, then ${shown.join(', ')}\n`)
  }
}

async function ask(server: Server, questions: readonly string[]): Promise<number[]> {
  const times: number[] = []
  for (const query of questions) {
    const began = performance.now()
    const answer = await server.call('vault_find', { query })
    if (!answer.ok) throw new Error(`${answer.code}: ${answer.message}`)
    times.push(performance.now() - began)
  }
  return times
}

function writeNotes(count: number): void {
  const paragraphs = loadQuestions(lang).articles.flatMap(({ title, paragraphs: own }) => own.map((text) => ({ title, text })))
  for (let place = 0; place < count; place++) {
    const { title, text } = paragraphs[place % paragraphs.length]!
    const inside = join(folder, 'vault', `f${Math.floor(place / 100)}`)
    if (place % 100 === 0) mkdirSync(inside, { recursive: true })
    writeFileSync(join(inside, `n${place}.md`), `# ${title} ${place}\n\n${text}\n`)
  }
}

function quantile(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor(share * times.length)] ?? Number.NaN
}
