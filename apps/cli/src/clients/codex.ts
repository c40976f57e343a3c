import { type Client, type Machine, pathOn } from './client.ts'

export const codex: Client = {
  id: 'codex',
  title: 'Codex',
  format: 'toml',
  path: ['mcp_servers'],
  userFiles: (machine) => [pathOn(machine, codexHome(machine), 'config.toml')],
  projectFiles: (machine) => [pathOn(machine, machine.cwd, '.codex', 'config.toml')],
  traces: (machine) => [codexHome(machine)],
  entry: (server) => (server.kind === 'http' ? { url: server.url } : { command: server.command, args: server.args }),
  after: 'start a new session; /mcp lists the servers',
  beware: { project: 'reads the file of a project only where you trust it; it asks when it is started there' },
}

function codexHome(machine: Machine): string {
  return machine.env.CODEX_HOME ?? pathOn(machine, machine.home, '.codex')
}
