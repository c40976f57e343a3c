import { type Client, pathOn } from './client.ts'

export const cursor: Client = {
  id: 'cursor',
  title: 'Cursor',
  format: 'json',
  path: ['mcpServers'],
  userFiles: (machine) => [pathOn(machine, machine.home, '.cursor', 'mcp.json')],
  projectFiles: (machine) => [pathOn(machine, machine.cwd, '.cursor', 'mcp.json')],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the client fills it in
  projectFolder: '${workspaceFolder}',
  traces: (machine) => [pathOn(machine, machine.home, '.cursor')],
  entry: (server) => (server.kind === 'http' ? { url: server.url } : { command: server.command, args: server.args }),
  after: 'switch the server on in the settings, under MCP',
}
