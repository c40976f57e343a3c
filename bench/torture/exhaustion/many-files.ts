import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineRun, type Failure, type RunOrder, type RunOutcome } from '../run.ts'
import { openAlone } from '../server.ts'

const A_FOLDER = 500
const MAX_MEGABYTES = 1_200

export const run = defineRun('many-files', useManyFiles, { full: { files: 100_000 }, expectedSeconds: 20, cores: 1 })

async function useManyFiles(order: RunOrder): Promise<RunOutcome> {
  const vault = join(order.folder, 'vault')
  const files = order.counts.files!
  for (let at = 0; at < files; at++) {
    const folder = join(vault, `f${Math.floor(at / A_FOLDER)}`)
    if (at % A_FOLDER === 0) mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `n${at}.md`), `# Note ${at}\n\n検索の対象 número ${at}, mark${at % 1000}\n`)
  }
  order.signal.throwIfAborted()
  const server = await openAlone({ WORKSPACE_ROOT: order.folder, VAULT_ROOT: vault, SHOKO_FAMILIES: 'vault' }, order)
  const failures: Failure[] = []
  const times: string[] = []
  const timed = async (tool: string, args: Record<string, unknown>, holds: (output: Record<string, unknown>) => boolean) => {
    const started = performance.now()
    const answer = await server.call(tool, args)
    times.push(`${tool} ${Math.round(performance.now() - started)} ms`)
    if (!answer.ok || !holds(answer.output))
      failures.push({ what: `${tool} ${JSON.stringify(args)}: ${JSON.stringify(answer).slice(0, 500)}` })
  }
  const count = (key: string) => (output: Record<string, unknown>) => (output[key] as readonly unknown[]).length
  await timed('vault_ls', {}, (output) => output.total === Math.ceil(files / A_FOLDER))
  await timed('vault_ls', { relative_dir: 'f0' }, (output) => output.total === Math.min(files, A_FOLDER))
  await timed('vault_search', { query: `número ${files - 1},`, mode: 'plain' }, (output) => count('results')(output) === 1)
  await timed('vault_search', { query: 'mark7$', limit: 200 }, (output) => output.total === Math.ceil((files - 7) / 1000))
  await timed(
    'vault_find',
    { query: `mark${(files - 1) % 1000}` },
    (output) => (output.summary as { candidates: number }).candidates === Math.min(200, Math.ceil(files / 1000)),
  )
  await timed('vault_scan', { path: `f${Math.floor((files - 1) / A_FOLDER)}/n${files - 1}.md` }, (output) => output.eof === true)
  await timed('vault_create', { path: 'one/more.md', content: 'x' }, () => true)
  const megabytes = Math.round(server.peakMemory() / 1024)
  if (megabytes > MAX_MEGABYTES) failures.push({ what: `${megabytes} MB of memory` })
  await server.close()
  order.report(times.join(', '))
  return { figures: { files, 'peak memory, MB': megabytes, times: times.join(', ') }, failures }
}
