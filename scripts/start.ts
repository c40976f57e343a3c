import { spawn } from 'node:child_process'
import { cpSync, existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { build } from './build.ts'

const root = resolve(import.meta.dirname, '..')
const demo = join(root, '.shoko-demo')

build(root, ['--filter=@shoko/http', '--filter=@shoko/stdio', '--filter=@shoko/cli'])
if (!existsSync(demo)) cpSync(join(root, 'fixtures', 'workspace'), demo, { recursive: true })

const environment = {
  WORKSPACE_ROOT: process.env.WORKSPACE_ROOT ?? demo,
  VIBE_ROOT: process.env.VIBE_ROOT ?? join(demo, 'vibe'),
}
const server = spawn(process.execPath, [join(root, 'apps/http/dist/main.js'), ...process.argv.slice(2)], {
  env: { LOG_LEVEL: 'warn', ...process.env, ...environment },
  stdio: ['ignore', 'inherit', 'pipe'],
})
server.on('exit', (code) => process.exit(code ?? 1))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal))

for await (const line of createInterface({ input: server.stderr })) {
  const url = listeningUrl(line)
  if (url === undefined) process.stderr.write(`${line}\n`)
  else process.stdout.write(welcome(url))
}

function listeningUrl(line: string): string | undefined {
  if (!line.includes('"http.listening"')) return undefined
  return (JSON.parse(line) as { url: string }).url
}

/** Fewer than 15 lines: where it listens, how to connect, what to try. */
function welcome(url: string): string {
  const stdio = `${process.execPath} ${join(root, 'apps/stdio/dist/main.js')} --workspace-root ${environment.WORKSPACE_ROOT} --vibe-root ${environment.VIBE_ROOT}`
  const [command = '', ...args] = stdio.split(' ')
  const entry = JSON.stringify({ command, args })
  return [
    `Shoko listens on ${url} and serves ${environment.WORKSPACE_ROOT}`,
    `Claude Code  claude mcp add --transport http shoko ${url}`,
    `             claude mcp add shoko -- ${stdio}`,
    `Codex        codex mcp add shoko --url ${url}   or   codex mcp add shoko -- ${stdio}`,
    `Cursor       ~/.cursor/mcp.json: {"mcpServers":{"shoko":{"url":"${url}"}}}   or   {"mcpServers":{"shoko":${entry}}}`,
    `VS Code      code --add-mcp '{"name":"shoko","type":"http","url":"${url}"}'`,
    `             code --add-mcp '${JSON.stringify({ name: 'shoko', command, args })}'`,
    'Then ask, for instance:',
    '  vault_find {"query":"出張修理"}',
    '  vault_read {"path":"README.md","full":true}',
    '  artifact_audit {"artifact_path":"artifacts/shucchou-shuuri-flow-draft.md","source_path":"sources/shucchou-shuuri-kikitori.md"}',
    'Stop with Ctrl+C.',
    '',
  ].join('\n')
}
