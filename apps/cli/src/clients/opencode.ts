import { type Client, type Machine, pathOn } from './client.ts'

export const opencode: Client = {
  id: 'opencode',
  title: 'OpenCode',
  format: 'json',
  path: ['mcp'],
  userFiles: (machine) => files(machine, folder(machine)),
  projectFiles: (machine) => files(machine, machine.cwd),
  traces: (machine) => [folder(machine)],
  entry: (server) =>
    server.kind === 'http'
      ? { type: 'remote', url: server.url, enabled: true }
      : { type: 'local', command: [server.command, ...server.args], enabled: true },
  after: 'start it again; opencode mcp list shows the servers',
}

function files(machine: Machine, where: string): readonly string[] {
  return [pathOn(machine, where, 'opencode.jsonc'), pathOn(machine, where, 'opencode.json')]
}

/** The same place on every system. */
function folder(machine: Machine): string {
  const { env, home } = machine
  return pathOn(machine, env.XDG_CONFIG_HOME || pathOn(machine, home, '.config'), 'opencode')
}
