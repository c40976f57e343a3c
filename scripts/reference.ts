import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type BoundTool, createRuntime, flatName, loadConfig, manifestOf, type Variable, variables } from '@shoko/mcp-shell'
import { toolTable } from './tool-table.ts'

/**
 * Writes docs/reference and the manifest that servers answer tools/list from: `node --conditions=shoko-source scripts/reference.ts`;
 * with --check it only compares, and names the files that are out of date.
 */
const root = resolve(import.meta.dirname, '..')
const runtime = createRuntime(
  loadConfig({ argv: [], env: {}, cwd: '/workspace', home: '~', readFile: () => undefined, realPath: (path) => path }).config,
  { logger: { log: () => {} } },
)
const families = await Promise.all(runtime.families.map((family) => family.load()))
const files: Readonly<Record<string, string>> = {
  'docs/reference/tools.md': toolsPage(),
  'docs/reference/errors.md': errorsPage(),
  'docs/reference/configuration.md': configurationPage(),
  'packages/mcp-shell/src/families/manifest.json': manifest(),
}

if (process.argv.includes('--check')) check()
else write()

function check(): void {
  const stale = Object.entries(files).filter(([name, text]) => read(join(root, name)) !== text)
  for (const [name] of stale) console.error(`${name} is out of date; run: pnpm reference`)
  process.exit(stale.length === 0 ? 0 : 1)
}

function write(): void {
  mkdirSync(join(root, 'docs/reference'), { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text)
}

function manifest(): string {
  // Indented, so that a changed description is one changed line.
  return `${JSON.stringify(Object.fromEntries(families.map((family) => [family.name, manifestOf(family)])), null, 1)}\n`
}

function toolsPage(): string {
  const sections = families.map((family) => [`## ${family.name}`, '', ...family.tools.flatMap(toolSection)].join('\n'))
  const intro = `${runtime.tools.length} tools. Generated from the code; examples are in the guides. \`SHOKO_FAMILIES=vault,audit\` narrows what is served; \`SHOKO_READ_ONLY=1\` takes the writing tools away.`
  return page('Tools', `${intro}\n\n${toolTable(runtime)}`, sections.join('\n'))
}

function toolSection(tool: BoundTool): string[] {
  const flat = flatName(tool.name)
  const spelled = flat === tool.name ? '' : ` (listed as \`${flat}\`)`
  return [
    `### ${tool.name}`,
    '',
    `${tool.description}`,
    '',
    `Effect: ${tool.effect}${spelled}. Errors: ${[...new Set(tool.errors.map((reason) => tool.family.codeOf(reason) ?? reason))].map((code) => `\`${code}\``).join(', ')}.`,
    '',
    '| input | type | required | |',
    '|---|---|---|---|',
    ...rows(tool.input as unknown as Schema, ''),
    '',
    '| output | type | always | |',
    '|---|---|---|---|',
    ...rows(tool.output as unknown as Schema, ''),
    '',
  ]
}

interface Schema {
  readonly type?: string
  readonly description?: string
  readonly enum?: readonly string[]
  readonly const?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly minimum?: number
  readonly maximum?: number
}

function rows(schema: Schema, prefix: string): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const path = `${prefix}${name}`
    const inner = property.items ?? property.anyOf?.find(({ properties }) => properties !== undefined) ?? property
    const row = `| \`${path}\` | ${typeOf(property)} | ${schema.required?.includes(name) ? 'yes' : ''} | ${(property.description ?? '').replaceAll('|', '\\|')} |`
    return [row, ...rows(inner, `${path}${property.items === undefined ? '' : '[]'}.`)]
  })
}

function typeOf(schema: Schema): string {
  if (schema.enum !== undefined) return schema.enum.map((word) => `\`${word}\``).join(' ')
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeOf).join(' or ')
  if (schema.type === 'array') return `list of ${schema.items === undefined ? 'anything' : typeOf(schema.items)}`
  const bounds = [
    schema.minimum === undefined ? '' : ` >= ${schema.minimum}`,
    schema.maximum === undefined ? '' : ` <= ${schema.maximum}`,
  ].join('')
  return `${schema.type ?? 'anything'}${bounds}`
}

function errorsPage(): string {
  const sections = families.map((family) => {
    const table = Object.entries(family.codes).map(([reason, code]) => `| \`${code}\` | ${reason.replaceAll('_', ' ')} |`)
    return [
      `## ${family.name}: ${dialectsOf(family)}`,
      '',
      '| code | when |',
      '|---|---|',
      ...table.sort(),
      `| \`${family.dialect.internal}\` | a bug; the server's log has the details |`,
      '',
    ].join('\n')
  })
  const forms = [
    '- body: `isError: true`, the text is JSON `{code, message, details?}`.',
    '- envelope: `isError: true`, the text is JSON `{success: false, error: {code, message, details}}`.',
    '- json-rpc: a JSON-RPC error `{code: -32000, message: "<label>", data: {detail, hint?, details?}}`.',
    '',
  ]
  return page(
    'Errors',
    'There are three dialects; kanban speaks that of the name it was called by.',
    [...forms, ...sections].join('\n'),
  )
}

function dialectsOf({ dialect, flatDialect }: (typeof families)[number]): string {
  if (flatDialect === undefined) return `${dialect.name} dialect`
  return `${dialect.name} dialect for the seed's spelling, ${flatDialect.name} for the flat one`
}

function configurationPage(): string {
  const table = (Object.entries(variables) as [string, Variable<unknown>][]).map(([name, variable]) => {
    const aliases = variable.aliases === undefined ? '' : ` (alias ${variable.aliases.join(', ')})`
    return `| \`${name}\`${aliases} | ${variable.shown ?? String(variable.fallback)} | ${variable.meaning} |`
  })
  const intro =
    'Defaults, then the config file, then the environment, then flags (`--vault-root` for `VAULT_ROOT`). The file is `--config PATH`, or `shoko.toml` in the workspace; its keys are the variable names. A file inside a workspace can neither lead outside of it nor set a token. Every problem is reported at once and ends the program with code 2.'
  return page('Configuration', intro, ['| variable | default | meaning |', '|---|---|---|', ...table, ''].join('\n'))
}

function page(title: string, intro: string, body: string): string {
  return `# ${title}\n\n<!-- Generated by scripts/reference.ts; do not edit. -->\n\n${intro}\n\n${body}`
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
