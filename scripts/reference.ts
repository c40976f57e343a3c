import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type BoundTool, createRuntime, flatName, loadConfig, type Variable, variables } from '@shoko/mcp-shell'

/**
 * Writes docs/reference from the code: `node --conditions=shoko-source scripts/reference.ts`; with --check it only compares, and names
 * the pages that are out of date.
 */
const folder = resolve(import.meta.dirname, '../docs/reference')
const runtime = createRuntime(
  loadConfig({ argv: [], env: {}, cwd: '/workspace', home: '~', readFile: () => undefined, realPath: (path) => path }).config,
  { logger: { log: () => {} } },
)
const pages: Readonly<Record<string, string>> = {
  'tools.md': toolsPage(),
  'errors.md': errorsPage(),
  'configuration.md': configurationPage(),
}

if (process.argv.includes('--check')) check()
else write()

function check(): void {
  const stale = Object.entries(pages).filter(([name, text]) => read(join(folder, name)) !== text)
  for (const [name] of stale) console.error(`docs/reference/${name} is out of date; run: pnpm reference`)
  process.exit(stale.length === 0 ? 0 : 1)
}

function write(): void {
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of Object.entries(pages)) writeFileSync(join(folder, name), text)
}

function toolsPage(): string {
  const families = runtime.families.map((family) => [`## ${family.name}`, '', ...family.tools.flatMap(toolSection)].join('\n'))
  return page('Tools', `${runtime.tools.length} tools. Generated from the code; examples are in the guides.`, families.join('\n'))
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
  const sections = runtime.families.map((family) => {
    const table = Object.entries(family.codes).map(([reason, code]) => `| \`${code}\` | ${reason.replaceAll('_', ' ')} |`)
    return [
      `## ${family.name}: ${family.dialect.name} dialect`,
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
  return page('Errors', 'Each family speaks one of three dialects.', [...forms, ...sections].join('\n'))
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
