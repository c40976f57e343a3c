import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { barChart } from '../chart.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { measureAnswers, measurePresence } from './figures.ts'
import { measurePairs } from './pairs.ts'
import { installPeers, openPeers } from './peers.ts'
import { isAnswerable, isMissing, type Language, loadQuestions, type QuestionSet, writeWorkspace } from './question-set.ts'
import { fillReadme, readmes } from './readme.ts'
import { type AnswerRow, bars, markdownReport, type Results } from './report.ts'
import { openServer, type ToolName, toolNames } from './tools.ts'

/**
 * Does one call bring the answer, and does its status tell an answer from none? Asks the built stdio server and its peers, and writes
 * docs/answers.md. For a quick look: `--langs ja --tools manual_find --questions 200 --no-peers --no-write`.
 */
const { values } = parseArgs({
  options: {
    langs: { type: 'string', default: 'ja,es,en' },
    tools: { type: 'string', default: toolNames.join(',') },
    questions: { type: 'string', default: '1000' },
    'no-peers': { type: 'boolean', default: false },
    'no-write': { type: 'boolean', default: false },
    /** A file in which figures are kept from one part of a run to the next: a language that is in it is not asked again. */
    state: { type: 'string' },
  },
})

const LIMITS = [600, 1000, 3000]
/** Those that take the characters of text they may bring. */
const limited: readonly ToolName[] = ['manual_find', 'vault_find']

const langs = values.langs.split(',') as Language[]
const tools = toolNames.filter((tool) => values.tools.split(',').includes(tool))
const missing = langs.filter(isMissing)
if (missing.length > 0)
  process.stdout.write(
    `Question sets that are missing: ${missing.map((lang) => `qa-${lang}`).join(', ')} (../shared/data/<name>.json.gz).\n`,
  )

const folder = temporaryFolder('answers')
await run()

async function run(): Promise<void> {
  const known = readState()
  const left = langs.filter((lang) => !missing.includes(lang) && !(lang in known))
  const peersFolder = join(folder, 'peers')
  const notes = values['no-peers'] ? ['The peers were not asked in this run.'] : left.length > 0 ? installPeers(peersFolder) : []
  for (const lang of left) {
    known[lang] = await measureLanguage(lang, { peersFolder, notes })
    if (values.state !== undefined) writeFileSync(values.state, JSON.stringify(known))
  }
  if (!values['no-write']) write(known)
}

function readState(): Partial<Record<Language, Results>> {
  if (values.state === undefined || !existsSync(values.state)) return {}
  return JSON.parse(readFileSync(values.state, 'utf8')) as Partial<Record<Language, Results>> // our own
}

async function measureLanguage(
  lang: Language,
  { peersFolder, notes }: { readonly peersFolder: string; readonly notes: string[] },
): Promise<Results> {
  const all = loadQuestions(lang)
  const set = { ...all, questions: all.questions.filter(isAnswerable).slice(0, Number(values.questions)) }
  const answers = await askAll(set, { peersFolder, notes })
  const there = await askHalf(set)
  const asksManuals = tools.includes('manual_find')
  const pairs = asksManuals
    ? [{ lang, figures: tell(`${lang} pairs`, await measurePairs(lang, join(folder, lang, 'pairs'))) }]
    : []
  return { answers, there, pairs, notes }
}

function write(known: Partial<Record<Language, Results>>): void {
  const parts = langs.flatMap((lang) => known[lang] ?? [])
  const results: Results = {
    answers: parts.flatMap(({ answers }) => answers),
    there: parts.flatMap(({ there }) => there),
    pairs: parts.flatMap(({ pairs }) => pairs),
    notes: [...new Set(parts.flatMap(({ notes }) => notes))],
  }
  const docs = join(import.meta.dirname, '../../docs')
  writeFileSync(join(docs, 'answers.md'), markdownReport(results))
  writeFileSync(join(docs, 'answers.svg'), barChart('Questions answered in what came back, by language', bars(results)))
  for (const lang of langs) {
    const path = join(docs, '..', readmes[lang])
    writeFileSync(path, fillReadme(readFileSync(path, 'utf8'), { lang, results }))
  }
}

async function askAll(
  set: QuestionSet,
  { peersFolder, notes }: { readonly peersFolder: string; readonly notes: string[] },
): Promise<AnswerRow[]> {
  const { lang, questions } = set
  const workspace = writeWorkspace(join(folder, lang, 'all'), set, () => true)
  const rows: AnswerRow[] = []
  const server = await openServer(workspace)
  for (const who of tools) {
    for (const limit of [undefined, ...(limited.includes(who) ? LIMITS : [])]) {
      const figures = await measureAnswers(server.ask(who, limit), questions)
      rows.push({ lang, who, ...(limit === undefined ? {} : { limit }), figures: tell(`${lang} ${who} ${limit ?? ''}`, figures) })
    }
  }
  await server.close()
  if (values['no-peers']) return rows
  for (const { name, ask, close } of await openPeers(workspace, { tools: peersFolder, notes })) {
    rows.push({ lang, who: name, figures: tell(`${lang} ${name}`, await measureAnswers(ask, questions)) })
    await close()
  }
  return rows
}

async function askHalf(set: QuestionSet): Promise<Results['there']> {
  const isThere = (article: number) => article % 2 === 0
  const workspace = writeWorkspace(join(folder, set.lang, 'half'), set, isThere)
  const server = await openServer(workspace)
  const rows: Results['there'][number][] = []
  for (const who of tools) {
    const figures = await measurePresence(server.ask(who), set.questions, isThere)
    rows.push({ lang: set.lang, who, figures: tell(`${set.lang} ${who}, half of the articles`, figures) })
  }
  await server.close()
  return rows
}

function tell<Figures extends object>(what: string, figures: Figures): Figures {
  const shown = JSON.stringify(figures, (_key, value) => (typeof value === 'number' ? Math.round(value * 1000) / 1000 : value))
  process.stdout.write(`${what.padEnd(44)} ${shown}\n`)
  return figures
}
