import { type SpawnSyncReturns, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Situation {
  /** The client's executable. */
  readonly program: string
  readonly home: string
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

export interface ClientProgram {
  /** As `shoko init --client` calls it. */
  readonly id: string
  /** What npm installs. */
  readonly package: string
  readonly bin: string
  /** How it is asked without an account. */
  readonly asked: string
  /** What it says of the server, and whether that is "connected". */
  readonly ask: (situation: Situation) => { readonly connected: boolean; readonly said: string }
}

const PATIENCE_MS = 120_000

export const programs: readonly ClientProgram[] = [
  {
    id: 'claude-code',
    package: '@anthropic-ai/claude-code',
    bin: 'claude',
    asked: 'claude mcp list',
    ask: (situation) => verdict(run(situation, ['mcp', 'list']), /^shoko: .*(Connected|Failed.*|Needs.*)$/m, 'Connected'),
  },
  {
    id: 'codex',
    package: '@openai/codex',
    bin: 'codex',
    // `codex mcp list` reads the file only; the app server starts the server and lists what it has.
    asked: 'codex app-server, mcpServerStatus/list',
    ask: (situation) => verdict(run(situation, ['app-server'], statusRequests), /"serverInfo":\{"name":"shoko"/, '"shoko"'),
  },
  {
    id: 'gemini',
    package: '@google/gemini-cli',
    bin: 'gemini',
    asked: 'gemini mcp list, in a folder that it trusts',
    ask: (situation) => {
      mkdirSync(join(situation.home, '.gemini'), { recursive: true })
      writeFileSync(join(situation.home, '.gemini/trustedFolders.json'), JSON.stringify({ [situation.cwd]: 'TRUST_FOLDER' }))
      return verdict(run(situation, ['mcp', 'list']), /shoko: .*(Connected|Disconnected|Disabled)$/m, 'Connected')
    },
  },
  {
    id: 'opencode',
    package: 'opencode-ai',
    bin: 'opencode',
    asked: 'opencode mcp list',
    ask: (situation) => verdict(run(situation, ['mcp', 'list']), /shoko (connected|failed.*|disabled)/, 'connected'),
  },
  {
    id: 'cline',
    package: 'cline',
    bin: 'cline',
    // It has no list of servers outside of its own screen, but it tells a model which tools there are.
    asked: 'which tools it offers to a model on loopback',
    ask: (situation) =>
      verdict(
        run({ ...situation, program: process.execPath }, [join(import.meta.dirname, 'asked-model.ts'), situation.program]),
        /^shoko__vault_ls$/m,
        'vault_ls',
      ),
  },
]

/** It answers while its input is open, so the input is held open by a shell for a while. */
const statusRequests = [
  { id: 0, method: 'initialize', params: { clientInfo: { name: 'bench', version: '1' } } },
  { method: 'initialized' },
  { id: 1, method: 'mcpServerStatus/list', params: {} },
]
  .map((message) => JSON.stringify({ jsonrpc: '2.0', ...message }))
  .join('\n')

export function versionOf(folder: string, { package: name }: ClientProgram): string {
  return (JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')) as { version: string }).version
}

function run({ program, cwd, env }: Situation, args: readonly string[], input?: string): string {
  const options = { cwd, env, encoding: 'utf8', timeout: PATIENCE_MS } as const
  const done: SpawnSyncReturns<string> =
    input === undefined
      ? spawnSync(program, args, { ...options, input: '' })
      : spawnSync('sh', ['-c', '(printf "%s\\n" "$0"; sleep 20) | "$@"', input, program, ...args], options)
  return `${done.stdout}\n${done.stderr}`.replaceAll(/\x1b\[[0-9;]*m/g, '')
}

function verdict(said: string, pattern: RegExp, word: string): { readonly connected: boolean; readonly said: string } {
  const [line] = pattern.exec(said) ?? []
  if (line === undefined) return { connected: false, said: said.trim().split('\n').slice(-3).join(' | ').slice(0, 300) }
  return { connected: line.includes(word), said: line.replace(/^.* - (?=\S+ ?\S*$)/, '').slice(0, 120) }
}
