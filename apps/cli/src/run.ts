import { nearest } from '@shoko/contract'
import { version } from '@shoko/mcp-shell'
import { self, thisMachine } from './commands/this-machine.ts'
import { withUserSettings } from './setup/user-settings.ts'
import { err, out } from './terminal/output.ts'

type Command = (argv: readonly string[]) => Promise<number>

/** Each command is loaded when it is asked for, so that `shoko stdio` starts as fast as the server itself. */
const commands: Readonly<Record<string, { readonly about: string; readonly load: () => Promise<Command> }>> = {
  init: {
    about: 'find what is there, write the settings, add the server to your clients',
    load: async () => (await import('./commands/init.ts')).init,
  },
  stdio: {
    about: 'serve one MCP client on standard input and output',
    load: async () => (await import('@shoko/stdio/run')).runStdio,
  },
  http: { about: 'serve MCP clients over streamable HTTP', load: async () => (await import('@shoko/http/run')).runHttp },
  open: {
    about: 'show the board and everything else in your browser',
    load: async () => (await import('./commands/open.ts')).open,
  },
  doctor: {
    about: 'say what is configured, what is missing and what to do',
    load: async () => (await import('./commands/doctor.ts')).doctor,
  },
  check: {
    about: 'look for damage, repair it: shoko check --fix',
    load: async () => (await import('./commands/check.ts')).check,
  },
  tools: { about: 'list the tools that are served', load: async () => (await import('./commands/tools.ts')).tools },
  find: {
    about: 'search the manuals: shoko find "…" --explain',
    load: async () => (await import('./commands/family.ts')).find,
  },
  board: {
    about: 'show the board of this folder, columns side by side: --watch',
    load: async () => (await import('./commands/board.ts')).board,
  },
  export: {
    about: 'write the board as one HTML file to mail: shoko export board.html',
    load: async () => (await import('./commands/export.ts')).exportFile,
  },
  kanban: { about: 'work on a board: shoko kanban help', load: async () => (await import('./commands/family.ts')).kanban },
  vibe: { about: 'work on project workspaces: shoko vibe help', load: async () => (await import('./commands/family.ts')).vibe },
  team: {
    about: 'a workspace in PostgreSQL: shoko team init | import | export FOLDER',
    load: async () => (await import('./commands/team.ts')).team,
  },
  log: {
    about: 'who changed a document of a team, and when: shoko log vault/a.md',
    load: async () => (await import('./commands/team-history.ts')).log,
  },
  restore: {
    about: 'make a document of a team what it was: shoko restore vault/a.md --at 41',
    load: async () => (await import('./commands/team-history.ts')).restore,
  },
  tour: {
    about: 'show in a minute what an agent can do, on a demo workspace',
    load: async () => (await import('./commands/tour.ts')).tour,
  },
  call: { about: "call a tool: shoko call vault_ls '{}'", load: async () => (await import('./commands/call.ts')).call },
  completion: {
    about: 'print the completion script for bash, zsh or fish',
    load: async () => (await import('./commands/completion.ts')).completion,
  },
}

export async function runCli(argv: readonly string[]): Promise<number> {
  const [name = 'help', ...rest] = argv
  if (['help', '--help', '-h'].includes(name)) return help(rest[0])
  if (['version', '--version', '-v'].includes(name)) return print(version)
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command !== undefined && isAskedFor(rest)) return help(name)
  if (command !== undefined) return (await command.load())(withoutSetup.has(name) ? rest : withUserSettings(rest, thisMachine()))
  return unknown(name)
}

/** Commands that read no settings, and one that wants to know where each came from. */
const withoutSetup = new Set(['init', 'tour', 'completion', 'doctor'])

/** `--help` directly behind the command; what stands behind a subcommand is that one's own. */
function isAskedFor([first = '']: readonly string[]): boolean {
  return first === '--help' || first === '-h'
}

async function help(name: string | undefined): Promise<number> {
  if (name === undefined) return print(usage())
  const { helpPage } = await import('./commands/help.ts')
  const page = helpPage(name)
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined) return unknown(name)
  // These two know their own commands best.
  if (name === 'kanban' || name === 'vibe') {
    await (await command.load())(['help'])
    out.write('\n')
  }
  return print((page ?? `shoko ${name}: ${command.about}`).trimEnd())
}

function unknown(name: string): number {
  const close = nearest(name, Object.keys(commands))
  err.write(
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
    'shoko help COMMAND shows its flags and examples; --json prints JSON.',
    'Settings are flags (--vault-root PATH), environment variables (VAULT_ROOT) or shoko.toml.',
    ...(self() === 'shoko' ? [] : [`Here, shoko is: ${self()}`]),
  ].join('\n')
}

function print(text: string): number {
  out.write(`${text}\n`)
  return 0
}
