import { temporaryTree } from '@shoko/testkit'
import { describe, expect, it } from 'vitest'
import type { Machine } from '../src/clients/client.ts'
import { clients } from '../src/clients/clients.ts'
import { chosenFrom } from '../src/setup/questions.ts'
import { serverCommand } from '../src/setup/server-command.ts'

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
    const places = clients.map((client) => [client.id, client.userFiles(machine), client.projectFile?.(machine) ?? null])
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
    ])
  })
})

describe('the command of an entry', () => {
  const started = (script: string, platform: NodeJS.Platform = 'linux') =>
    serverCommand({ script, node: '/usr/bin/node', platform })

  it.each([
    '/home/mio/.npm/_npx/1a2b/node_modules/shoko/dist/main.js',
    '/usr/lib/node_modules/shoko/dist/main.js',
    '/home/mio/dev/node_modules/.pnpm/shoko@1.0.0/node_modules/shoko/dist/main.js',
  ])('is npx for %s', (script) => {
    expect(started(script)).toMatchObject({ command: 'npx', args: ['-y', 'shoko'] })
  })

  it('goes through a shell on Windows', () => {
    expect(started('C:\\Users\\mio\\node_modules\\shoko\\dist\\main.js', 'win32')).toMatchObject({
      command: 'cmd',
      args: ['/c', 'npx', '-y', 'shoko'],
    })
  })

  it('is this node and this file for a clone', () => {
    expect(started('/home/mio/src/shoko/apps/cli/dist/main.js')).toMatchObject({
      command: '/usr/bin/node',
      args: ['/home/mio/src/shoko/apps/cli/dist/main.js'],
    })
  })

  it('names the archive that the package came from', () => {
    const tree = temporaryTree({ 'cache/package.json': '{"dependencies":{"shoko":"file:../shoko-1.0.0.tgz"}}' })
    expect(started(tree.at('cache/node_modules/shoko/dist/main.js')).args).toEqual([
      '-y',
      `--package=${tree.at('shoko-1.0.0.tgz')}`,
      'shoko',
    ])
  })
})

describe('an answer to a list', () => {
  const offered = ['/a', '/b']
  it.each([
    ['', ['/a']],
    ['2', ['/b']],
    ['1, 2', ['/a', '/b']],
    ['all', ['/a', '/b']],
    ['-', []],
    ['none', []],
    ['~/my notes', ['~/my notes']],
    ['9', ['9']],
  ])('%j means %j', (answer, expected) => {
    expect(chosenFrom(answer, offered, ['/a'])).toEqual(expected)
  })
})
