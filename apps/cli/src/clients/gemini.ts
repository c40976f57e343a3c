import { type Client, pathOn } from './client.ts'

const TRUST = 'in a folder that it does not trust it starts no server: trust the folder when it asks, or later with /permissions'

export const gemini: Client = {
  id: 'gemini',
  title: 'Gemini CLI',
  format: 'json',
  path: ['mcpServers'],
  userFiles: (machine) => [pathOn(machine, machine.home, '.gemini', 'settings.json')],
  projectFiles: (machine) => [pathOn(machine, machine.cwd, '.gemini', 'settings.json')],
  traces: (machine) => [pathOn(machine, machine.home, '.gemini')],
  entry: (server) => (server.kind === 'http' ? { httpUrl: server.url } : { command: server.command, args: server.args }),
  after: 'start it again; /mcp lists the servers',
  beware: { user: TRUST, project: TRUST },
}
