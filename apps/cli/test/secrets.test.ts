import { cliMain, runProgram, temporaryTree } from '@shoko/testkit'
import { describe, expect, it } from 'vitest'
import { harmlessValues, maskValues } from '../src/clients/mask.ts'

/** Every one of these is somebody's key. */
const files = {
  '.claude.json': `{
  "mcpServers": {
    "github": {
      "command": "npx",
      "args": ["-y", "x", "--token", "SECRET1"],
      "env": { "GITHUB_TOKEN": "SECRET2" }
      // SECRET3 until May
    }
  },
  "after": "SECRET4"
}
`,
  '.cursor/mcp.json':
    '{"mcpServers":{"a":{"url":"https://x.example/SECRET5","headers":{"Authorization":"Bearer SECRET6"}}},"pin":555666}',
  '.codex/config.toml': `[mcp_servers.a]
command = "npx"
env = { KEY = 'SECRET7' }
note = """
SECRET8
"""
# SECRET9`,
  '.gemini/settings.json': `{
  "mcpServers": {
    "shoko": {
      "command": "old",
      "args": ["--shoko-auth-token", "SECRET10"],
      "env": { "SHOKO_AUTH_TOKEN": "SECRET11" }
    }
  }
}
`,
}

describe('the secrets of other servers', () => {
  it('are never shown, whether an entry is added or taken out, for reading or as JSON', async () => {
    const home = temporaryTree({ 'notes/.obsidian/app.json': '{}', 'notes/a.md': 'a', ...files })
    const env = {
      HOME: home.path,
      XDG_CONFIG_HOME: '',
      XDG_DATA_HOME: '',
      XDG_CACHE_HOME: home.at('.cache'),
      CODEX_HOME: home.at('.codex'),
    }
    const shoko = async (...args: readonly string[]) => {
      const { stdout, stderr } = await runProgram(cliMain, { args, env, cwd: home.path })
      return stdout + stderr
    }
    const install = ['init', '--client', 'claude-code,cursor,codex,gemini']
    const seen = [
      await shoko(...install, '--dry-run'),
      await shoko(...install, '--dry-run', '--json'),
      await shoko(...install, '--yes'),
      await shoko('init', '--uninstall', '--dry-run'),
      await shoko('init', '--uninstall', '--dry-run', '--json'),
      await shoko('init', '--uninstall', '--yes'),
    ]
    for (const text of seen) expect(text).not.toMatch(/SECRET|555666/)
    expect(seen[0]).toContain('"shoko"')
    expect(seen[0]).toContain('"--config"')
    for (const [path, text] of Object.entries(files).slice(0, 3)) expect(home.read(path)).toBe(text)
  })
})

describe('a masked text', () => {
  it('keeps its lines, its keys and what is known to be harmless', () => {
    const text = '{\n  "a": "npx", // x\n  "b": ["s\\"1", true, 12] /* y\n z */\n}\n'
    expect(maskValues(text, 'json', new Set(['npx']))).toBe('{\n  "a": "npx", // …\n  "b": ["…", true, …] /* …\n */\n}\n')
    const toml = '[a.b] # c\nx = "npx"\ny = [\n  \'z\', 2\n]\n"q r" = """\nm\n"""\n'
    expect(maskValues(toml, 'toml', new Set(['npx']))).toBe('[a.b] # …\nx = "npx"\ny = [\n  \'…\', …\n]\n"q r" = """…\n\n"""\n')
  })

  it('takes nothing behind a flag for a secret as harmless', () => {
    const entry = { command: 'shoko', args: ['--a', 'b', '--auth-token', 'c', '--key=d'], env: { X: 'e' }, url: 'http://u:p@h/' }
    expect(harmlessValues(entry)).toEqual(['shoko', '--a', 'b', '--auth-token'])
  })
})
