import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'

/** Runs the official conformance suite on both revisions against the real HTTP app with the suite's fixtures added. */
const root = resolve(import.meta.dirname, '..')
const folder = join(root, 'apps/http/test/conformance')
const suite = join(
  dirname(createRequire(join(root, 'apps/http/package.json')).resolve('@modelcontextprotocol/conformance/package.json')),
  'dist/index.js',
)
const revisions = process.argv.length > 2 ? process.argv.slice(2) : ['2025-11-25', '2026-07-28']

const workspace = mkdtempSync(join(tmpdir(), 'shoko-conformance-'))
cpSync(join(root, 'fixtures/workspace'), workspace, { recursive: true })
const server = spawn(process.execPath, ['--conditions=shoko-source', join(folder, 'main.ts')], {
  env: {
    PATH: process.env['PATH'],
    WORKSPACE_ROOT: workspace,
    VIBE_ROOT: join(workspace, 'vibe'),
    XDG_CACHE_HOME: join(workspace, '.cache'),
    HTTP_PORT: '0',
    LOG_LEVEL: 'error',
  },
  stdio: ['ignore', 'ignore', 'pipe'],
})
let failed = false
try {
  const url = await listening()
  for (const revision of revisions) {
    const args = [
      suite,
      'server',
      '--url',
      url,
      '--requirements',
      revision,
      '--expected-failures',
      join(folder, `expected-${revision}.yml`),
    ]
    const run = spawn(process.execPath, args, { cwd: workspace, stdio: 'inherit' })
    const [code] = await once(run, 'exit')
    console.log(`${code === 0 ? 'ok  ' : 'FAIL'} conformance ${revision}`)
    failed ||= code !== 0
  }
} finally {
  server.kill('SIGTERM')
  rmSync(workspace, { recursive: true, force: true })
}
process.exit(failed ? 1 : 0)

async function listening(): Promise<string> {
  for await (const line of createInterface({ input: server.stderr })) {
    if (line.includes('"http.listening"')) return (JSON.parse(line) as { url: string }).url
    console.error(line)
  }
  throw new Error('the server did not start')
}
