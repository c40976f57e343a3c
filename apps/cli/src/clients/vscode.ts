import { type Client, pathOn, settingsFolder } from './client.ts'

export const vscode: Client = {
  id: 'vscode',
  title: 'VS Code',
  format: 'json',
  path: ['servers'],
  userFiles: (machine) => [pathOn(machine, settingsFolder(machine), 'Code', 'User', 'mcp.json')],
  projectFiles: (machine) => [pathOn(machine, machine.cwd, '.vscode', 'mcp.json')],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the client fills it in
  projectFolder: '${workspaceFolder}',
  traces: (machine) => [pathOn(machine, settingsFolder(machine), 'Code', 'User')],
  entry: (server) =>
    server.kind === 'http' ? { type: 'http', url: server.url } : { type: 'stdio', command: server.command, args: server.args },
  after: 'MCP: List Servers in the command palette starts it',
}
