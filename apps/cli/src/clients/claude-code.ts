import { type Client, mcpServers, pathOn } from './client.ts'

export const claudeCode: Client = {
  id: 'claude-code',
  title: 'Claude Code',
  ...mcpServers,
  isStrict: true,
  userFiles: (machine) => [pathOn(machine, machine.env.CLAUDE_CONFIG_DIR ?? machine.home, '.claude.json')],
  projectFiles: (machine) => [pathOn(machine, machine.cwd, '.mcp.json')],
  traces: (machine) => [
    machine.env.CLAUDE_CONFIG_DIR ?? pathOn(machine, machine.home, '.claude'),
    pathOn(machine, machine.home, '.claude.json'),
  ],
  entry: (server) =>
    server.kind === 'http'
      ? { type: 'http', url: server.url }
      : { type: 'stdio', command: server.command, args: server.args, env: {} },
  after: 'start a new session; /mcp lists the servers',
  beware: { project: 'asks at its next start whether to use the server of this project; say yes' },
}
