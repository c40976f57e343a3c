import { type Client, filesIn, mcpServers } from './client.ts'

const TRUST = 'in a folder that it does not trust it starts no server: trust the folder when it asks, or later with /permissions'

export const gemini: Client = {
  id: 'gemini',
  title: 'Gemini CLI',
  ...mcpServers,
  ...filesIn('.gemini', 'settings.json'),
  entry: (server) => (server.kind === 'http' ? { httpUrl: server.url } : { command: server.command, args: server.args }),
  after: 'start it again; /mcp lists the servers',
  beware: { user: TRUST, project: TRUST },
}
