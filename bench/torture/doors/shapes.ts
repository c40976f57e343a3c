/** One request that somebody could send: a name for the report and the bytes of its body. Made when it is needed: they are large. */
export interface Shape {
  readonly name: string
  readonly make: () => Buffer
  /** A note that has to be there, and that the request may take away. */
  readonly needs?: string
}

interface Schema {
  readonly type?: string
  readonly enum?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
}

/** Notes that have to be there for the tools that take them away. */
export const notesNeeded = (): readonly string[] => Object.values(taken)

export interface Tool {
  readonly name: string
  readonly inputSchema: Schema
}

const BODY = 4 * 1024 * 1024
/** Room for the frame around a value that fills the body. */
const ROOM = BODY - 4096

/** Units whose repetition is dear somewhere: in patterns, in paths, in front matter, in tokenizers, in escapes. */
const units: Readonly<Record<string, string>> = {
  letters: 'a',
  slashes: '/',
  'slashes and a letter': '//a',
  dots: '../',
  spaces: ' ',
  'lines of front matter': 'k: v\n',
  kanji: '漢',
  emoji: '👩‍👩‍👧',
  accents: 'e\u0301',
  brackets: '[[',
  backslashes: '\\',
  stars: '**/',
  braces: '{a,b}',
  percent: '%2e',
  markup: '<a ',
  fences: '```\n',
  headings: '# a\n',
  table: '| a ',
}

/** Every shape: odd messages first, then every tool, resource, prompt and completion with values at and over their bounds. */
export function allShapes(tools: readonly Tool[], traceId: string): readonly Shape[] {
  return [...messageShapes(), ...tools.flatMap((tool) => toolShapes(tool, traceId)), ...protocolShapes()]
}

const rpc = (method: string, params: unknown, id: unknown = 1) => ({ jsonrpc: '2.0', id, method, params })
const json = (value: unknown) => Buffer.from(JSON.stringify(value))
const fill = (unit: string, bytes: number) =>
  unit.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(JSON.stringify(unit).slice(1, -1)))))

function messageShapes(): Shape[] {
  const raw = (name: string, make: () => string | Buffer) => ({
    name: `message: ${name}`,
    make: () => Buffer.from(make() as string),
  })
  const ping = (params: string) => `{"jsonrpc":"2.0","id":1,"method":"ping","params":${params}}`
  const echo = JSON.stringify(rpc('tools/call', { name: 'vault_ls', arguments: {} }))
  return [
    raw('two million brackets', () => ping(`${'['.repeat(ROOM / 2)}${']'.repeat(ROOM / 2)}`)),
    raw('brackets that never close', () => '['.repeat(ROOM)),
    raw('a million objects inside each other', () => ping(`${'{"a":'.repeat(ROOM / 6)}1${'}'.repeat(ROOM / 6)}`)),
    raw('64 levels', () => ping(`${'['.repeat(62)}1${']'.repeat(62)}`)),
    raw('99,000 values', () => ping(`{"x":[${'1,'.repeat(98_990)}1]}`)),
    raw('two million values', () => ping(`{"x":[${'1,'.repeat(ROOM / 2)}1]}`)),
    raw('99,000 keys', () => ping(`{${Array.from({ length: 98_990 }, (_, at) => `"k${at}":1`).join()}}`)),
    raw('19,000 keys', () => ping(`{${Array.from({ length: 18_990 }, (_, at) => `"k${at}":1`).join()}}`)),
    raw('one key 99,000 times', () => ping(`{${Array.from({ length: 98_990 }, () => '"k":1').join()}}`)),
    raw('keys of a prototype', () => ping(`{"__proto__":{"a":1},"constructor":{"prototype":{"a":1}}}`)),
    raw('a number of four million digits', () => ping(`{"x":${'9'.repeat(ROOM)}}`)),
    raw('a number with a long exponent', () => ping(`{"x":1e${'9'.repeat(ROOM)}}`)),
    raw('escapes', () => ping(`{"x":"${'\\u0000'.repeat(ROOM / 6)}"}`)),
    raw('escaped quotes', () => ping(`{"x":"${'\\"'.repeat(ROOM / 2)}"}`)),
    raw('backslashes to the end', () => `"${'\\'.repeat(ROOM)}`),
    raw('quotes', () => '"'.repeat(ROOM)),
    raw('colons', () => ':'.repeat(ROOM)),
    raw('white space', () => `${' '.repeat(ROOM)}${echo}`),
    raw('white space behind', () => `${echo}${'\n'.repeat(ROOM)}`),
    raw('zero bytes', () => Buffer.alloc(ROOM)),
    raw('bytes that are no text', () => Buffer.alloc(ROOM, 0xff)),
    raw('a byte order mark', () => `\u{feff}${echo}`),
    raw('UTF-16', () => Buffer.from(echo, 'utf16le')),
    raw('half a character at the end', () => Buffer.concat([Buffer.from(`"${'a'.repeat(ROOM)}`), Buffer.from([0xf0, 0x9f])])),
    raw('lone surrogates', () => ping(`{"x":"${'\\ud800'.repeat(ROOM / 6)}"}`)),
    raw('a long id', () => JSON.stringify(rpc('ping', {}, 'i'.repeat(ROOM)))),
    raw('a long method', () => JSON.stringify(rpc('m'.repeat(ROOM), {}))),
    raw('a long tool name', () => JSON.stringify(rpc('tools/call', { name: 'v'.repeat(ROOM), arguments: {} }))),
    raw('a tool name of slashes', () => JSON.stringify(rpc('tools/call', { name: '/.'.repeat(ROOM / 2), arguments: {} }))),
    raw('a tool name just allowed', () => JSON.stringify(rpc('tools/call', { name: 'v'.repeat(512), arguments: {} }))),
    raw('a long unknown argument', () =>
      JSON.stringify(rpc('tools/call', { name: 'vault_ls', arguments: { ['k'.repeat(ROOM)]: 1 } })),
    ),
    raw('99,000 unknown arguments', () =>
      JSON.stringify(
        rpc('tools/call', {
          name: 'vault_ls',
          arguments: Object.fromEntries(Array.from({ length: 98_000 }, (_, at) => [`k${at}`, 1])),
        }),
      ),
    ),
    raw('long metadata', () => JSON.stringify(rpc('tools/list', { _meta: { x: 'x'.repeat(ROOM), progressToken: 1 } }))),
    raw('a long progress token', () => JSON.stringify(rpc('tools/list', { _meta: { progressToken: 'x'.repeat(ROOM) } }))),
    raw('a long handshake', () =>
      JSON.stringify(
        rpc('initialize', {
          protocolVersion: '2025-11-25',
          capabilities: {},
          clientInfo: { name: 'x'.repeat(ROOM), version: '1' },
        }),
      ),
    ),
    raw('a batch of 100 lists', () => JSON.stringify(Array.from({ length: 100 }, (_, id) => rpc('tools/list', {}, id)))),
    raw('a batch of 100 searches', () =>
      JSON.stringify(
        Array.from({ length: 100 }, (_, id) =>
          rpc('tools/call', { name: 'manual_find', arguments: { query: `手続き ${id}` } }, id),
        ),
      ),
    ),
    raw('a batch of 20,000', () =>
      JSON.stringify(Array.from({ length: 20_000 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'ping' }))),
    ),
    raw('a batch of batches', () =>
      JSON.stringify(Array.from({ length: 90 }, () => Array.from({ length: 90 }, () => rpc('ping', {})))),
    ),
    raw('nothing', () => ''),
    raw('null', () => 'null'),
  ]
}

interface Place {
  readonly path: readonly string[]
  readonly schema: Schema
}

/** Where a schema takes texts, lists and objects with keys of the caller's own. */
function placesOf(schema: Schema, path: readonly string[] = []): Place[] {
  const inner = Object.entries(schema.properties ?? {}).flatMap(([key, property]) => placesOf(property, [...path, key]))
  const own =
    path.length > 0 && (schema.type === 'array' || isOpen(schema) || (schema.type === 'string' && schema.enum === undefined))
      ? [{ path, schema }]
      : []
  return [...own, ...inner, ...(schema.anyOf ?? []).flatMap((option) => placesOf(option, path))]
}

function isOpen({ type, properties = {} }: Schema): boolean {
  return type === 'object' && Object.keys(properties).length === 0
}

const CARD = '01M59VC1HZNQTTE5VC181SE9A2'
const OTHER_CARD = '01M4ASEKM9GFQ11M9SB1TKPKXC'

/** Arguments with which a tool does its work in the demo workspace, so that what is put into them is met by the work. */
const working: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  vault_read: { path: 'README.md', full: true },
  vault_create: { path: 'made/by-shape.md', content: 'x' },
  vault_write: { path: 'README.md', mode: 'append', content: 'x' },
  vault_replace: { path: 'README.md', find: 'x', replace: 'y' },
  vault_coverage: { path: 'README.md', cited_ranges: [] },
  vault_move: { from: 'made/to-move.md', to: 'made/moved.md' },
  vault_trash: { path: 'made/to-trash.md' },
  artifact_audit: {
    artifact_path: 'artifacts/shucchou-shuuri-flow.md',
    source_path: 'sources/shucchou-shuuri-kikitori.md',
    cited_ranges: [],
  },
  manual_read: { ref: { manual_id: 'manual-maquina', path: 'README.md' } },
  manual_scan: { manual_id: 'manual-maquina', path: 'README.md' },
  kanban_update: { board: '.', cardId: CARD, patch: { fm: { lane: 'x' } } },
  kanban_list: { board: '.' },
  kanban_relations_set: { board: '.', from: CARD, to: OTHER_CARD, type: 'depends' },
  read_doc: { path: 'kura-app/tasks/003-low-stock-warning.md' },
  create_task: { project: 'tsubame-web', title: 'x', objective: 'x', steps: ['x'], acceptance_criteria: ['x'] },
}

/** Notes of the vault that these tools take away. */
const taken: Readonly<Record<string, string>> = { vault_move: 'made/to-move.md', vault_trash: 'made/to-trash.md' }

const words: Readonly<Record<string, unknown>> = {
  path: 'README.md',
  query: '手続き',
  board: '.',
  project: 'tsubame-web',
  manual_id: 'manual-maquina',
  column: 'doing',
  toColumn: 'doing',
  cardId: CARD,
  title: 'x',
  content: 'x',
  text: 'x',
  filename: 'x.md',
  folder: 'tasks',
  task: '1',
  status: 'pending',
  root: OTHER_CARD,
}

/** Arguments with which this tool does its work. */
export function workingArguments(tool: Tool, traceId: string): Readonly<Record<string, unknown>> {
  if (tool.name === 'manual_hits') return { trace_id: traceId }
  const fitting = Object.keys(tool.inputSchema.properties ?? {}).flatMap((key) =>
    words[key] === undefined ? [] : [[key, words[key]]],
  )
  return working[tool.name] ?? Object.fromEntries(fitting)
}

function toolShapes(tool: Tool, traceId: string): Shape[] {
  const base = workingArguments(tool, traceId)
  const needs = taken[tool.name]
  const unitNames = Object.keys(units)
  return placesOf(tool.inputSchema).flatMap(({ path, schema }, at) => {
    const put = (name: string, value: () => unknown): Shape => ({
      name: `${tool.name} ${path.join('.')}: ${name}`,
      ...(needs === undefined ? {} : { needs }),
      make: () => json(rpc('tools/call', { name: tool.name, arguments: placed(base, path, value()) })),
    })
    if (schema.type === 'array')
      return [
        put('99,000 items', () => Array.from({ length: 98_000 }, (_, item) => `l${item}`)),
        put('1,000 items', () => Array.from({ length: 1000 }, (_, item) => `label ${item}`)),
        put('1,000 long items', () => Array.from({ length: 1000 }, (_, item) => `${item} ${'x'.repeat(500)}`)),
        put('1,000 objects', () =>
          Array.from({ length: 1000 }, (_, item) => ({
            start_line: item,
            end_line: item + 1,
            from: `a${item}`,
            to: `b${item}`,
            type: 'depends',
          })),
        ),
      ]
    if (isOpen(schema))
      return [
        put('200 keys', () => Object.fromEntries(Array.from({ length: 200 }, (_, item) => [`k${item}`, 'x'.repeat(500)]))),
        ...unitNames.map((unit) => put(`one key of 4 MiB of ${unit}`, () => ({ key: fill(units[unit]!, ROOM) }))),
      ]
    // Each place meets every unit at its bound, and a few of them far over it.
    const over = [0, 1, 2].map((step) => unitNames[(at * 3 + step) % unitNames.length]!)
    return [
      ...unitNames.map((unit) => put(`at its bound, ${unit}`, () => fill(units[unit]!, boundOf(path.at(-1)!)))),
      ...over.map((unit) => put(`4 MiB of ${unit}`, () => fill(units[unit]!, ROOM))),
    ]
  })
}

/** In bytes of JSON, near the bound of what the key holds. */
function boundOf(key: string): number {
  if (['content', 'find', 'replace', 'body', 'text', 'description', 'objective', 'notes'].includes(key)) return ROOM
  if (['query', 'glob'].includes(key)) return 4096
  return ['path', 'relative_dir', 'artifact_path', 'source_path', 'board', 'from', 'to'].includes(key) ? 4000 : 512
}

function placed(
  base: Readonly<Record<string, unknown>>,
  [key = '', ...rest]: readonly string[],
  value: unknown,
): Record<string, unknown> {
  const inner = rest.length === 0 ? value : placed((base[key] as Record<string, unknown> | undefined) ?? {}, rest, value)
  return { ...base, [key]: inner }
}

function protocolShapes(): Shape[] {
  const bytes = { 'at its bound': 2000, '4 MiB': ROOM }
  return Object.entries(bytes).flatMap(([size, length]) =>
    Object.entries(units).flatMap(([unit, text]) => {
      const value = () => fill(text, length)
      const half = () => fill(text, length / 2)
      const shape = (what: string, make: () => unknown) => ({ name: `${what} ${size} of ${unit}`, make: () => json(make()) })
      return [
        shape('resources/read kanban', () => rpc('resources/read', { uri: `kanban://${value()}` })),
        shape('resources/read vibe', () => rpc('resources/read', { uri: `vibe://projects/${value()}` })),
        shape('resources/read other', () => rpc('resources/read', { uri: value() })),
        shape('prompts/get', () => rpc('prompts/get', { name: 'session_start', arguments: { project: half(), focus: half() } })),
        shape('prompts/get name', () => rpc('prompts/get', { name: value() })),
        shape('completion of a prompt', () =>
          rpc('completion/complete', {
            ref: { type: 'ref/prompt', name: 'session_start' },
            argument: { name: 'project', value: value() },
          }),
        ),
        shape('completion of a template', () =>
          rpc('completion/complete', {
            ref: { type: 'ref/resource', uri: 'vibe://projects/{name}' },
            argument: { name: 'name', value: value() },
          }),
        ),
      ]
    }),
  )
}
