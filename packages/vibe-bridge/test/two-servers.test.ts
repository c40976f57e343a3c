import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { search } from '../src/index.ts'
import { openWorkspace } from './workspace.ts'

const run = promisify(execFile)
const ROUNDS = 4

async function startServer(root: string, name: string): Promise<{ readonly numbers: string[]; readonly problems: string[] }> {
  const script = join(import.meta.dirname, 'server-process.ts')
  const { stdout } = await run(process.execPath, ['--conditions=shoko-source', script, root, name, String(ROUNDS)])
  return JSON.parse(stdout)
}

describe('several servers on one workspace', () => {
  it('give unique task numbers, lose no log entry and never show a part of the index', async () => {
    const tree = Object.fromEntries(
      Array.from({ length: 100 }, (_, at) => [`p/references/${at}.md`, `# needle\n\n${'text '.repeat(200)}\n`]),
    )
    const { root, read, ctx } = openWorkspace(tree)
    const names = ['a', 'b']
    const servers = await Promise.all(names.map((name) => startServer(root, name)))
    expect(servers.flatMap(({ problems }) => problems)).toEqual([])
    const numbers = servers.flatMap((server) => server.numbers)
    expect([...numbers].sort()).toEqual(Array.from({ length: names.length * ROUNDS }, (_, at) => String(at + 1).padStart(3, '0')))
    const session = read(`p/sessions/${new Date().toLocaleDateString('sv')}.md`)
    for (const name of names) for (let round = 0; round < ROUNDS; round++) expect(session).toContain(`entry ${name}-${round}.`)
    expect((await search(ctx, { query: 'needle' })).total_matches).toBe(100)
  }, 60_000)
})
