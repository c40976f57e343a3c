import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { build } from './build.ts'
import { demoSettings } from './demo-workspace.ts'

const USAGE = `usage: npm start [-- settings]

Serves the demo workspace over HTTP until you stop it with Ctrl+C.
Settings are flags or environment variables, for instance:
  npm start -- --http-port 9000        another port; 0 is any free one
  npm start -- --workspace-root ~/desk your own folders instead of the demo
  npm start -- --shoko-read-only       without the tools that write
All of them: docs/reference/configuration.md
`

const root = resolve(import.meta.dirname, '..')
const settings = process.argv.slice(2)
if (settings.includes('--help') || settings.includes('-h')) {
  process.stdout.write(USAGE)
  process.exit(0)
}

build(root, ['--filter=@shoko/http', '--filter=@shoko/stdio', '--filter=@shoko/cli'])
const ownWorkspace = process.env.WORKSPACE_ROOT ?? flag('workspace-root')
const environment = ownWorkspace === undefined ? { ...process.env, ...demoSettings(root), ...vibeOf(process.env) } : process.env
const server = spawn(process.execPath, [join(root, 'apps/http/dist/main.js'), ...settings], {
  cwd: process.env.SHOKO_CALLED_FROM ?? root,
  env: { LOG_LEVEL: 'warn', ...environment },
  stdio: ['ignore', 'inherit', 'pipe'],
})
server.on('exit', (code) => process.exit(code ?? 1))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => server.kill(signal))

for await (const line of createInterface({ input: server.stderr })) {
  const url = listeningUrl(line)
  if (url === undefined) process.stderr.write(`${line}\n`)
  else process.stdout.write(welcome(url))
}

function flag(name: string): string | undefined {
  const at = settings.findIndex((word) => word === `--${name}` || word.startsWith(`--${name}=`))
  return at === -1 ? undefined : (settings[at]?.split('=', 2)[1] ?? settings[at + 1])
}

function vibeOf({ VIBE_ROOT }: NodeJS.ProcessEnv): { readonly VIBE_ROOT?: string } {
  return VIBE_ROOT === undefined ? {} : { VIBE_ROOT }
}

function listeningUrl(line: string): string | undefined {
  if (!line.includes('"http.listening"')) return undefined
  return (JSON.parse(line) as { url: string }).url
}

/** Fewer than 15 lines of at most 80 columns: where it listens, how to connect, what to try. Every line works as it is printed. */
function welcome(url: string): string {
  return [
    `Look at it in a browser: ${new URL('/', url)}`,
    `Agents call ${url}`,
    ownWorkspace === undefined
      ? 'It serves the demo workspace in .shoko-demo; Ctrl+C stops it.'
      : 'It serves your folders; Ctrl+C stops it.',
    'Connect an agent, in another terminal:',
    `  claude mcp add --transport http shoko ${url}`,
    `  codex mcp add shoko --url ${url}`,
    `  gemini mcp add --transport http shoko ${url}`,
    `Other clients take the address. For your own notes, with no server to keep up:`,
    '  npm run shoko -- init',
    ...(ownWorkspace === undefined
      ? [
          'Or try it yourself:',
          `  npm run demo -- call vault_find '{"query":"出張修理"}'`,
          `  npm run demo -- find "水害は対象ですか"`,
          '  npm run demo -- tour',
        ]
      : []),
    '',
  ].join('\n')
}
