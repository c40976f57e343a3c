import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect, type TestClient } from '@shoko/testkit'
import { startShoko } from './servers.ts'

/**
 * Sessions that each remember something else and listen to another resource, their calls interleaved: does an answer or a
 * notification ever reach the wrong one?
 * `node --conditions=shoko-source bench/http/isolation.ts [clients] [calls]`
 */
const CLIENTS = Number(process.argv[2] ?? 50)
const CALLS = Number(process.argv[3] ?? 1000)
const LINES = 2001

const shoko = await startShoko()
writeFileSync(
  join(shoko.workspace.path, 'vault/isolation.md'),
  Array.from({ length: LINES }, (_, at) => `line ${at + 1}\n`).join(''),
)
for (let at = 0; at < CLIENTS; at++)
  writeFileSync(join(shoko.workspace.path, `vibe/kura-app/references/isolation-${at}.md`), 'start')
const started = performance.now()
const results = await Promise.all(Array.from({ length: CLIENTS }, (_, at) => run(at)))
const seconds = (performance.now() - started) / 1000
const sum = (key: 'wrong' | 'checks' | 'told' | 'astray') => results.reduce((total, result) => total + result[key], 0)
console.log(
  `${CLIENTS} clients, ${CLIENTS * CALLS} calls in ${seconds.toFixed(0)} s: ${sum('checks')} memories checked, ${sum('wrong')} wrong answers; ${sum('told')} notifications, ${sum('astray')} to the wrong client`,
)
shoko.stop()
process.exit(sum('wrong') + sum('astray') === 0 && sum('told') > 0 ? 0 : 1)

/** Reads lines of its own choice; now and then the last line, whose answer tells everything this session has read. */
async function run(seed: number) {
  const client = await connect({ transport: 'http', url: shoko.url }, seed % 2 === 0 ? 'v1' : 'v2-legacy')
  const own = new Set<number>()
  const mail = await listen(client, seed)
  let [state, wrong, checks] = [seed + 1, 0, 0]
  for (let call = 1; call <= CALLS; call++) {
    state = (state * 48_271) % 2_147_483_647
    const line = call % 10 === 0 ? LINES : (state % 1000) * 2 + 1 // odd ones, which never touch
    own.add(line)
    const output = await scan(client, line)
    if ((output.text as string).trim() !== `line ${line}`) wrong++
    if (line !== LINES) continue
    if (call % 100 === 0) await mail.change()
    checks++
    const cited = (output.next_actions as { params: { cited_ranges?: { start_line: number }[] } }[])[0]?.params.cited_ranges ?? []
    if (cited.map((range) => range.start_line).join() !== [...own].sort((a, b) => a - b).join()) wrong++
  }
  await client.close()
  return { wrong, checks, ...mail.counts }
}

/** A document of its own: what this client is told must be about it, and about nothing else. */
async function listen(client: TestClient, seed: number) {
  const filename = `isolation-${seed}.md`
  const document = { project: 'kura-app', folder: 'references', filename }
  const uri = `vibe://projects/kura-app/references/${filename}`
  const counts = { told: 0, astray: 0 }
  client.onResourceUpdated((told) => {
    counts.told++
    if (told !== uri) counts.astray++
  })
  await client.raw.subscribeResource({ uri })
  let version = 0
  const change = async () => {
    const answer = await client.call('update_doc', { ...document, content: `version ${++version}` })
    if (!answer.ok) throw new Error(JSON.stringify(answer))
  }
  return { counts, change }
}

async function scan(client: TestClient, line: number): Promise<Record<string, unknown>> {
  const answer = await client.call('vault_scan', { path: 'isolation.md', cursor: { start_line: line }, chunk_lines: 1 })
  if (!answer.ok) throw new Error(JSON.stringify(answer))
  return answer.output
}
