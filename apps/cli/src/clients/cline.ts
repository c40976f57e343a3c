import { type Client, type Machine, mcpServers, pathOn, settingsFolder } from './client.ts'

const FILE = 'cline_mcp_settings.json'

export const cline: Client = {
  id: 'cline',
  title: 'Cline',
  ...mcpServers,
  isStrict: true,
  userFiles: (machine) => {
    const named = machine.env.CLINE_MCP_SETTINGS_PATH
    return named ? [named] : [pathOn(machine, extension(machine), 'settings', FILE), pathOn(machine, shared(machine), FILE)]
  },
  traces: (machine) => [extension(machine), pathOn(machine, machine.home, '.cline')],
  entry: (server) =>
    server.kind === 'http'
      ? { type: 'streamableHttp', url: server.url }
      : { type: 'stdio', command: server.command, args: server.args },
  after: 'MCP Servers in its panel shows it',
}

function shared(machine: Machine): string {
  return pathOn(machine, machine.env.CLINE_DIR || pathOn(machine, machine.home, '.cline'), 'data', 'settings')
}

/** Where the extension for VS Code keeps its files. */
function extension(machine: Machine): string {
  return pathOn(machine, settingsFolder(machine), 'Code', 'User', 'globalStorage', 'saoudrizwan.claude-dev')
}
