import { closeSync, mkdirSync, openSync, truncateSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { defineRun, type Failure, type RunOrder, type RunOutcome } from '../run.ts'
import { openAlone } from '../server.ts'

const LINE = 'a line of a very long log, with 日本語 and ñ in it, 0123456789\n'
const NEEDLE = 'the needle at the very end'
/** Much less than the file; a search keeps a part of it in each of its threads. */
const MAX_MEGABYTES = 1_000

export const run = defineRun('large-file', readLargeFile, { full: { megabytes: 1024 }, expectedSeconds: 20, cores: 1 })

async function readLargeFile(order: RunOrder): Promise<RunOutcome> {
  const vault = join(order.folder, 'vault')
  const lines = writeLog(vault, order.counts.megabytes!)
  writeFileSync(join(vault, 'sparse.md'), '')
  truncateSync(join(vault, 'sparse.md'), order.counts.megabytes! * 1024 * 1024)
  const server = await openAlone({ WORKSPACE_ROOT: order.folder, VAULT_ROOT: vault, SHOKO_FAMILIES: 'vault,audit' }, order)
  const failures: Failure[] = []
  const expect = (what: string, holds: boolean) => void (holds || failures.push({ what }))
  const timed = async (tool: string, args: Record<string, unknown>) => {
    const started = performance.now()
    const answer = await server.call(tool, args)
    order.report(
      `${tool}: ${Math.round(performance.now() - started)} ms, ${Math.round(server.peakMemory() / 1024)} MB${answer.ok ? '' : `, ${answer.code}: ${answer.message}`}`,
    )
    return answer
  }
  const read = await timed('vault_read', { path: 'log.md', range: { start_line: lines - 1, end_line: lines } })
  expect('vault_read does not reach the end', read.ok && String(read.output.text).includes(NEEDLE))
  const scan = await timed('vault_scan', { path: 'log.md', cursor: { start_line: lines - 5 } })
  expect('vault_scan does not reach the end', scan.ok && scan.output.eof === true)
  const [search, meanwhile] = await Promise.all([timed('vault_search', { query: NEEDLE, mode: 'plain' }), timed('vault_ls', {})])
  expect('vault_search neither finds the end nor says that it passed the file over', search.ok && isFoundOrTold(search.output))
  expect('vault_ls is not served meanwhile', meanwhile.ok)
  const pattern = await timed('vault_search', { query: 'needle.*very end$' })
  expect('a pattern neither finds the end nor says that it passed the file over', pattern.ok && isFoundOrTold(pattern.output))
  const append = await timed('vault_write', { path: 'log.md', content: 'more\n', mode: 'append' })
  expect(
    `an append is neither done nor refused: ${JSON.stringify(append)}`,
    append.ok || ['invalid_parameter', 'internal'].includes(append.code),
  )
  const sparse = await timed('vault_read', { path: 'sparse.md', range: { start_line: 1, end_line: 1 } })
  expect('a file of zeros is taken for text', !sparse.ok && sparse.code === 'invalid_parameter')
  const megabytes = Math.round(server.peakMemory() / 1024)
  expect(`${megabytes} MB of memory`, megabytes < MAX_MEGABYTES)
  await server.close()
  return { figures: { megabytes: order.counts.megabytes!, lines, 'peak memory, MB': megabytes }, failures }
}

/** Searches pass very large files over, and count them in `warnings`; the file of zeros is always one. */
function isFoundOrTold(output: Record<string, unknown>): boolean {
  return JSON.stringify(output.results).includes('log.md') || Number(output.warnings) === 2
}

function writeLog(vault: string, megabytes: number): number {
  mkdirSync(vault, { recursive: true })
  const file = openSync(join(vault, 'log.md'), 'w')
  const block = Buffer.from(LINE.repeat(15_000))
  const blocks = Math.floor((megabytes * 1024 * 1024) / block.length)
  for (let at = 0; at < blocks; at++) writeSync(file, block)
  writeSync(file, `${NEEDLE}\n`)
  closeSync(file)
  return blocks * 15_000 + 1
}
