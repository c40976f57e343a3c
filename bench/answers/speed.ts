import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { stdioMain } from '@shoko/testkit'
import { temporaryFolder } from '../temporary-folder.ts'
import { Server } from '../torture/server.ts'
import { isMissing, type Language, loadQuestions, writeWorkspace } from './question-set.ts'

/**
 * How long manual_find takes with passages and graph, every question asked once, here and in another build of the program
 * (`--against <its stdio main.js>`): the two are asked in turn, so that a busy machine is busy for both. Each server is alone in
 * its process, which is what the engine takes; with `--shared` behind the relay, which is what a caller gets.
 */
const { values } = parseArgs({
  options: {
    against: { type: 'string' },
    langs: { type: 'string', default: 'ja,es,en' },
    questions: { type: 'string', default: '300' },
    shared: { type: 'boolean', default: false },
  },
})

/** Asked first and not measured: code that is not compiled yet says nothing about the program. */
const WARM_UP = 200

const folder = temporaryFolder('speed')
for (const lang of (values.langs.split(',') as Language[]).filter((name) => !isMissing(name))) await measure(lang)

async function measure(lang: Language): Promise<void> {
  const set = loadQuestions(lang)
  const programs = [stdioMain, ...(values.against === undefined ? [] : [values.against])]
  const servers = await Promise.all(
    programs.map((program, place) => {
      const { path } = writeWorkspace(join(folder, lang, String(place)), set, () => true)
      const env = { WORKSPACE_ROOT: path, XDG_CACHE_HOME: join(path, 'cache'), HOME: path }
      return new Server({ env, program, alone: !values.shared }).open()
    }),
  )
  const times = programs.map((): number[] => [])
  const asked = set.questions.slice(0, WARM_UP + Number(values.questions))
  for (const [number, { q }] of asked.entries()) {
    for (let turn = 0; turn < servers.length; turn++) {
      const place = (turn + number) % servers.length
      const began = performance.now()
      const answer = await servers[place]!.call('manual_find', { query: q, include_claim_graph: true })
      if (!answer.ok) throw new Error(`${answer.code}: ${answer.message}`)
      if (number >= WARM_UP) times[place]!.push(performance.now() - began)
    }
  }
  await Promise.all(servers.map((server) => server.close()))
  const shown = times.map((own) => `p50 ${quantile(own, 0.5).toFixed(2)} p95 ${quantile(own, 0.95).toFixed(2)} ms`)
  const ratio = times.length < 2 ? '' : `   ${(quantile(times[0]!, 0.5) / quantile(times[1]!, 0.5)).toFixed(2)} x`
  process.stdout.write(`${lang}   ${shown.join('   against ')}${ratio}\n`)
}

function quantile(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor(share * times.length)] ?? Number.NaN
}
