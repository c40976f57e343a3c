import { nearest } from '@shoko/contract'
import { version } from '@shoko/mcp-shell'

type Command = (argv: readonly string[]) => Promise<number>

/** Each command is loaded when it is asked for, so that `shoko stdio` starts as fast as the server itself. */
const commands: Readonly<Record<string, { readonly about: string; readonly load: () => Promise<Command> }>> = {
  stdio: {
    about: 'serve one MCP client on standard input and output',
    load: async () => (await import('@shoko/stdio/run')).runStdio,
  },
  http: { about: 'serve MCP clients over streamable HTTP', load: async () => (await import('@shoko/http/run')).runHttp },
  doctor: {
    about: 'say what is configured, what is missing and what to do',
    load: async () => (await import('./commands/doctor.ts')).doctor,
  },
  tools: { about: 'list the tools that are served', load: async () => (await import('./commands/tools.ts')).tools },
  find: {
    about: 'search the manuals: shoko find "…" --explain',
    load: async () => (await import('./commands/family.ts')).find,
  },
  kanban: { about: 'work on a board: shoko kanban help', load: async () => (await import('./commands/family.ts')).kanban },
  vibe: { about: 'work on project workspaces: shoko vibe help', load: async () => (await import('./commands/family.ts')).vibe },
  call: { about: "call a tool: shoko call vault_ls '{}'", load: async () => (await import('./commands/call.ts')).call },
}

export async function runCli(argv: readonly string[]): Promise<number> {
  const [name = 'help', ...rest] = argv
  if (['help', '--help', '-h'].includes(name)) return print(usage())
  if (['version', '--version', '-v'].includes(name)) return print(version)
  const command = commands[name]
  if (command !== undefined) return (await command.load())(rest)
  const close = nearest(name, Object.keys(commands))
  process.stderr.write(
    `shoko: unknown command ${JSON.stringify(name)}${close === undefined ? '' : `; did you mean ${close}?`}\n\n${usage()}\n`,
  )
  return 2
}

function usage(): string {
  const width = Math.max(...Object.keys(commands).map((name) => name.length))
  const rows = Object.entries(commands).map(([name, { about }]) => `  ${name.padEnd(width)}  ${about}`)
  return [
    'shoko: notes, manuals, boards and project workspaces for agents',
    '',
    ...rows,
    '',
    'Settings are flags (--vault-root PATH), environment variables (VAULT_ROOT) or shoko.toml.',
  ].join('\n')
}

function print(text: string): number {
  process.stdout.write(`${text}\n`)
  return 0
}
