import { type Client, type Machine, mcpServers, pathOn, settingsFolder } from './client.ts'

const FILE = 'claude_desktop_config.json'

export const claudeDesktop: Client = {
  id: 'claude-desktop',
  title: 'Claude Desktop',
  ...mcpServers,
  isStrict: true,
  userFiles: (machine) => folders(machine).map((folder) => pathOn(machine, folder, FILE)),
  traces: folders,
  entry: (server) => (server.kind === 'http' ? undefined : { command: server.command, args: server.args }),
  after: 'quit it and start it again',
  without: 'its file holds local servers only; add the URL in the app under Settings, Connectors',
}

/** The package of the Microsoft store keeps its own copy of the settings folder. */
function folders(machine: Machine): readonly string[] {
  const usual = pathOn(machine, settingsFolder(machine), 'Claude')
  if (machine.platform !== 'win32') return [usual]
  const local = machine.env.LOCALAPPDATA ?? pathOn(machine, machine.home, 'AppData', 'Local')
  return [pathOn(machine, local, 'Packages', 'Claude_pzs8sxrjxfjjc', 'LocalCache', 'Roaming', 'Claude'), usual]
}
