import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planInstall, planUninstall } from '../src/clients/change.ts'
import { tomlDocument } from '../src/clients/toml-document.ts'

const entry = { command: 'npx', args: ['-y', 'shoko', 'stdio'] }
const slot = { path: ['mcp_servers'], name: 'shoko', entry }
const table = '[mcp_servers.shoko]\ncommand = "npx"\nargs = ["-y", "shoko", "stdio"]\n'

const realLife: Readonly<Record<string, string>> = {
  'other servers':
    '# codex\nmodel = "gpt-5"\n\n[mcp_servers.memory]\ncommand = "npx"\nargs = ["-y", "memory"]\n\n[mcp_servers.memory.env]\nKEY = "a [b] c"\n',
  'no final newline': 'model = "gpt-5"',
  CRLF: 'model = "gpt-5"\r\n\r\n[tui]\r\nnotifications = true\r\n',
  'a byte order mark': '\uFEFFmodel = "gpt-5"\n',
  'a string that looks like a table':
    'notes = """\n[mcp_servers.shoko]\ncommand = "x"\n"""\n[projects."/home/mio/a.b"]\ntrust_level = "trusted"\n',
  'dates and large numbers': 'day = 2026-11-16\nat = 2026-11-16T06:00:00Z\nbig = 9007199254740993\n',
  'an empty file': '',
}

describe('an entry in a TOML file', () => {
  it.each(Object.entries(realLife))('goes behind %s and comes out without a trace', (_, text) => {
    const change = planInstall(tomlDocument, { text, backup: undefined }, slot)
    if (change.kind !== 'write') throw new Error(change.kind)
    expect(change.after.startsWith(text)).toBe(true)
    expect(change.after.replaceAll('\r\n', '\n').endsWith(table)).toBe(true)
    expect(planUninstall(tomlDocument, { text: change.after, backup: text }, slot)).toMatchObject({
      kind: 'restore',
      after: text,
    })
  })

  it('takes its table out from between others and keeps their comments', () => {
    const text = `a = 1\n\n${table}startup_timeout_sec = 30\n\n[mcp_servers.shoko.env]\nX = "1"\n\n# about b\n[b]\nc = [\n  [1],\n]\n`
    expect(tomlDocument.remove(text, slot)).toBe('a = 1\n\n# about b\n[b]\nc = [\n  [1],\n]\n')
  })

  it('takes a table out whose values span lines that look like headers', () => {
    const text = '[mcp_servers.shoko]\nargs = [\n[\n"x"],\n]\ncommand = """\n[b]\n"""\n[b]\nc = 1\n'
    expect(tomlDocument.remove(text, slot)).toBe('[b]\nc = 1\n')
  })

  it('knows its table however it is written', () => {
    expect(tomlDocument.remove('[ mcp_servers . "shoko" ] # ours\ncommand = "x"\n[b]\n', slot)).toBe('[b]\n')
  })

  it('replaces an older entry in its place', () => {
    const after = tomlDocument.insert('[mcp_servers.shoko]\ncommand = "old"\n\n[b]\nc = 1\n', slot)
    expect(after).toBe(`${table}\n[b]\nc = 1\n`)
    expect(tomlDocument.insert(after!, slot)).toBe(after)
  })

  it.each([
    'a = ',
    'mcp_servers = 1\n',
    'mcp_servers = { a = { command = "x" } }\n',
    'mcp_servers = { shoko = { command = "x" } }\n',
    '[[mcp_servers]]\n',
  ])('leaves what it does not understand alone: %j', (text) => {
    expect(planInstall(tomlDocument, { text, backup: undefined }, slot).kind).toBe('unclear')
  })

  it('is the same after install and uninstall, whatever else is there', () => {
    const line = fc.constantFrom('', '# note', '  ')
    const key = fc.constantFrom('a', 'b', 'c', '"d e"')
    const value = fc.constantFrom('1', '"x"', 'true', '[1, 2]', '{ x = 1 }', "'''\n[a]\n'''", '[\n  [1],\n]')
    const pairs = fc.uniqueArray(fc.tuple(key, value), { selector: ([name]) => name, maxLength: 3 })
    const tables = fc.uniqueArray(fc.tuple(fc.constantFrom('t', 'mcp_servers.other', 'u.v', 'projects."/x"'), pairs, line), {
      selector: ([name]) => name,
      maxLength: 3,
    })
    fc.assert(
      fc.property(pairs, tables, line, (top, rest, end) => {
        const write = (members: readonly (readonly [string, string])[]) =>
          members.map(([name, inner]) => `${name} = ${inner}\n`).join('')
        const text = write(top) + rest.map(([name, members, gap]) => `${gap}\n[${name}]\n${write(members)}`).join('') + end
        const change = planInstall(tomlDocument, { text, backup: undefined }, slot)
        if (change.kind !== 'write') throw new Error(change.kind)
        expect(change.after.startsWith(text)).toBe(true)
        expect(planUninstall(tomlDocument, { text: change.after, backup: text }, slot)).toMatchObject({
          kind: 'restore',
          after: text,
        })
        expect(tomlDocument.parse(tomlDocument.remove(change.after, slot) ?? 'x')).toEqual(tomlDocument.parse(text))
      }),
    )
  })
})
