import { examples } from '@shoko/testkit/examples'
import { describe, expect, it } from 'vitest'
import type { Machine } from '../src/clients/client.ts'
import { clients } from '../src/clients/clients.ts'
import { chosenFrom } from '../src/setup/questions.ts'

const machines: Readonly<Record<string, Machine>> = {
  linux: { platform: 'linux', home: '/home/mio', cwd: '/home/mio/dev', env: {} },
  macOS: { platform: 'darwin', home: '/Users/mio', cwd: '/Users/mio/dev', env: {} },
  windows: {
    platform: 'win32',
    home: 'C:\\Users\\mio',
    cwd: 'C:\\dev',
    env: { APPDATA: 'C:\\Users\\mio\\AppData\\Roaming', LOCALAPPDATA: 'C:\\Users\\mio\\AppData\\Local' },
  },
}

describe('the files of the clients', () => {
  it.each(Object.entries(machines))('are where each keeps them on %s', (_, machine) => {
    const places = clients.map((client) => [client.id, client.userFiles(machine), client.projectFiles?.(machine) ?? null])
    expect(places).toMatchSnapshot()
  })

  it('follow the variables that move them', () => {
    const machine = {
      ...machines.linux!,
      env: { CODEX_HOME: '/x/codex', CLAUDE_CONFIG_DIR: '/x/claude', XDG_CONFIG_HOME: '/x/config' },
    }
    expect(clients.map((client) => client.userFiles(machine).at(-1))).toEqual([
      '/x/claude/.claude.json',
      '/x/config/Claude/claude_desktop_config.json',
      '/x/codex/config.toml',
      '/home/mio/.cursor/mcp.json',
      '/x/config/Code/User/mcp.json',
      '/home/mio/.gemini/settings.json',
      '/x/config/opencode/opencode.json',
      '/home/mio/.cline/data/settings/cline_mcp_settings.json',
    ])
  })
})

describe('an answer to a list', () => {
  const offered = ['/a', '/b']
  examples('%j means %j', (answer) => chosenFrom(answer, offered, ['/a']), [
    ['', ['/a']],
    ['2', ['/b']],
    ['1, 2', ['/a', '/b']],
    ['all', ['/a', '/b']],
    ['-', []],
    ['none', []],
    ['~/my notes', ['~/my notes']],
    ['9', ['9']],
  ])
})
