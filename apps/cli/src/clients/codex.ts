import { type Client, type Machine, pathOn } from './client.ts'

export const codex: Client = {
  id: 'codex',
  title: 'Codex',
  format: 'toml',
  path: ['mcp_servers'],
  userFiles: (machine) => [pathOn(machine, codexHome(machine), 'config.toml')],
  projectFile: (machine) => pathOn(machine, machine.cwd, '.codex', 'config.toml'),
  traces: (machine) => [codexHome(machine)],
  entry: (server) => (server.kind === 'http' ? { url: server.url } : { command: server.command, args: server.args }),
  after: 'start a new session; /mcp lists the servers',
}

function codexHome(machine: Machine): string {
  return machine.env.CODEX_HOME ?? pathOn(machine, machine.home, '.codex')
}
