import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planInstall, planUninstall } from '../src/clients/change.ts'
import { jsonDocument } from '../src/clients/json-document.ts'
import { parseJsonc } from '../src/clients/jsonc.ts'

const entry = { command: 'npx', args: ['-y', 'shoko', 'stdio'] }
const slot = { path: ['mcpServers'], name: 'shoko', entry }

/** Install, then uninstall with the backup that install asks for. */
function roundTrip(text: string): string | undefined {
  const change = planInstall(jsonDocument, { text, backup: undefined }, slot)
  if (change.kind !== 'write') throw new Error(`not written: ${change.kind}`)
  const back = planUninstall(jsonDocument, { text: change.after, backup: text }, slot)
  return back.kind === 'restore' ? back.after : undefined
}

/** What is left of the new text when the old one's characters are taken out in order: only insertions leave the old ones whole. */
function insertedInto(before: string, after: string): boolean {
  let at = 0
  for (const character of after) if (character === before[at]) at++
  return at === before.length
}

const realLife: Readonly<Record<string, string>> = {
  'a file that an agent wrote':
    '{\n  "numStartups": 41,\n  "mcpServers": {\n    "memory": {\n      "command": "npx"\n    }\n  },\n  "projects": {}\n}\n',
  'comments and trailing commas':
    '// my servers\n{\n\t"mcpServers": {\n\t\t/* old */\n\t\t"memory": { "command": "npx", }, // keep\n\t\t// "off": {},\n\t},\n}\n',
  'a comment behind the last server': '{\n  "mcpServers": {\n    "memory": {} // mine\n  }\n}\n',
  'CRLF and a byte order mark': '\uFEFF{\r\n    "mcpServers": {\r\n        "a": {}\r\n    }\r\n}\r\n',
  'one line': '{"mcpServers":{"a":{"command":"x"}},"z":1}',
  'one line with spaces': '{ "mcpServers": { "a": { "command": "x" } } }',
  'no servers yet': '{\n  "theme": "dark"\n}',
  'an empty table': '{\n  "mcpServers": {}\n}\n',
  'an empty table on two lines': '{\n  "mcpServers": {\n  }\n}\n',
  'an empty table with a comment': '{\n  "mcpServers": { // none\n  }\n}\n',
  'an empty object': '{}',
  'an empty file': '',
  'blanks and a comment': '\n// nothing yet',
}

describe('an entry in a JSON file', () => {
  it.each(Object.entries(realLife))('goes into %s and leaves every other byte', (_, text) => {
    const after = jsonDocument.insert(text, slot)
    expect(after).toBeDefined()
    expect(insertedInto(text, after!)).toBe(true)
    expect(jsonDocument.parse(after!)).toMatchObject({ mcpServers: { shoko: entry } })
    expect(after).toMatchSnapshot()
  })

  it.each(Object.entries(realLife))('comes out of %s without a trace', (_, text) => {
    expect(roundTrip(text)).toBe(text)
  })

  it('keeps a changed file and takes only the entry out of it', () => {
    const before = '{\n  "mcpServers": {\n    "a": {} // mine\n  }\n}\n'
    const touched = jsonDocument.insert(before, slot)!.replace('"a": {}', '"a": { "b": 1 }')
    const change = planUninstall(jsonDocument, { text: touched, backup: before }, slot)
    expect(change).toEqual({
      kind: 'write',
      before: touched,
      after: '{\n  "mcpServers": {\n    "a": { "b": 1 } // mine\n  }\n}\n',
      backup: 'remove',
    })
  })

  it('takes the first and the only entry out as well', () => {
    expect(jsonDocument.remove('{"mcpServers":{"shoko":{},"a":{}}}', slot)).toBe('{"mcpServers":{"a":{}}}')
    expect(jsonDocument.remove('{"mcpServers":{\n "shoko":{},\n "a":{}}}', slot)).toBe('{"mcpServers":{\n "a":{}}}')
    expect(jsonDocument.remove('{\n "mcpServers": {\n  "shoko": {},\n }\n}', slot)).toBe('{\n "mcpServers": {}\n}')
  })

  it('changes an entry that is there in its place', () => {
    const before = '{\n  "mcpServers": {\n    "shoko": { "command": "old" },\n    "a": {}\n  }\n}\n'
    const after = jsonDocument.insert(before, slot)!
    expect(jsonDocument.parse(after)).toEqual({ mcpServers: { shoko: entry, a: {} } })
    expect(after.endsWith(',\n    "a": {}\n  }\n}\n')).toBe(true)
    expect(jsonDocument.insert(after, slot)).toBe(after)
  })

  it('removes a file that held nothing else, and keeps one that did', () => {
    const made = jsonDocument.insert('', slot)!
    expect(planUninstall(jsonDocument, { text: made, backup: undefined }, slot).kind).toBe('delete')
    expect(planUninstall(jsonDocument, { text: `// mine\n${made}`, backup: undefined }, slot).kind).toBe('write')
  })

  it('does not mind a broken file that has nothing of ours', () => {
    expect(planUninstall(jsonDocument, { text: '{"a":', backup: undefined }, slot).kind).toBe('nothing')
    expect(planUninstall(jsonDocument, { text: '{"shoko":', backup: undefined }, slot).kind).toBe('unclear')
  })

  it.each([
    '{"mcpServers": [}',
    '[]',
    '"text"',
    '{"mcpServers": []}',
    '{"mcpServers": null}',
    '{"mcpServers": {}, "mcpServers": {}}',
    '{"a": 1 "b": 2}',
    "{'mcpServers': {}}",
    '{"mcpServers": {}} trailing',
    '{"a": 01}',
    '[['.repeat(500),
  ])('leaves what it does not understand alone: %j', (text) => {
    expect(planInstall(jsonDocument, { text, backup: undefined }, slot)).toEqual({ kind: 'unclear', before: text })
  })
})

const blank = fc.constantFrom('', ' ', '\n', '\n  ', '\t', ' // note\n', ' /* "}{,: */ ', '\r\n')
const jsonc = fc.letrec<{ value: string; object: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.json({ maxDepth: 0 }),
    tie('object'),
    fc
      .tuple(fc.array(tie('value'), { maxLength: 3 }), blank, fc.boolean())
      .map(([items, gap, comma]) => `[${items.join(`,${gap}`)}${gap}${comma && items.length > 0 ? ',' : ''}]`),
  ),
  object: fc
    .tuple(
      fc.uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'mcpServers', 'servers', 'ツール', '__proto__'), tie('value')), {
        selector: ([key]) => key,
        maxLength: 4,
      }),
      blank,
      blank,
      fc.boolean(),
    )
    .map(
      ([members, gap, before, comma]) =>
        `{${gap}${members.map(([key, value]) => `${JSON.stringify(key)}:${before}${value}`).join(`,${gap}`)}${comma && members.length > 0 ? ',' : ''}${before}}`,
    ),
}))

describe('any JSON with comments', () => {
  it('is read as JSON is', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(parseJsonc(text)?.value).toEqual(JSON.parse(text))
      }),
    )
  })

  it('is the same after install and uninstall, and only grows by install', () => {
    fc.assert(
      fc.property(blank, jsonc.object, blank, (before, object, after) => {
        const text = before + object + after
        const document = jsonDocument.parse(text)
        const servers = document?.mcpServers
        const change = planInstall(jsonDocument, { text, backup: undefined }, slot)
        if (servers !== undefined && (typeof servers !== 'object' || servers === null || Array.isArray(servers)))
          return change.kind === 'unclear'
        if (change.kind !== 'write') throw new Error(change.kind)
        expect(insertedInto(text, change.after)).toBe(true)
        expect(roundTrip(text)).toBe(text)
        const removed = jsonDocument.remove(change.after, slot)
        const expected = servers === undefined ? { ...document, mcpServers: {} } : document
        expect(jsonDocument.parse(removed ?? 'nothing')).toEqual(expected)
        return true
      }),
      { numRuns: 1000 },
    )
  })
})
