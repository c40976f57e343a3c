import { type Client, filesIn, mcpServers } from './client.ts'

export const cursor: Client = {
  id: 'cursor',
  title: 'Cursor',
  ...mcpServers,
  ...filesIn('.cursor', 'mcp.json'),
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the client fills it in
  projectFolder: '${workspaceFolder}',
  entry: (server) => (server.kind === 'http' ? { url: server.url } : { command: server.command, args: server.args }),
  after: 'switch the server on in the settings, under MCP',
}
