import { nearest } from '@shoko/contract'
import { type WireTool, wireTool } from '@shoko/mcp-shell'
import { isRecord } from '../clients/document.ts'
import { err, out } from '../terminal/output.ts'
import { columnsOf, paint } from '../terminal/paint.ts'
import { clip, padCells } from '../terminal/width.ts'
import { withRuntime } from './local-runtime.ts'

type Listed = WireTool & { readonly family: string; readonly effect: string }

/** All tools in one line each, or everything about those that are named. */
export function tools(argv: readonly string[]): Promise<number> {
  return withRuntime(argv, async (runtime, { rest }) => {
    const listed: readonly Listed[] = runtime.tools.map((tool) => ({
      family: tool.family,
      effect: tool.effect,
      ...wireTool(tool, runtime.config.SHOKO_TOOL_NAMES),
    }))
    const unknownFlag = rest.find((word) => word.startsWith('-') && word !== '--json')
    if (unknownFlag !== undefined) return refuse(`unknown flag ${unknownFlag}`)
    const wanted = rest.filter((word) => !word.startsWith('-'))
    const unknown = wanted.find((name) => runtime.findTool(name) === undefined)
    if (unknown !== undefined) return refuse(unknownTool(unknown, listed))
    const shown =
      wanted.length === 0 ? listed : listed.filter(({ name, title }) => wanted.includes(name) || wanted.includes(title))
    const text = rest.includes('--json')
      ? JSON.stringify(shown, null, 2)
      : shown.map((tool) => (wanted.length === 0 ? toolLine(tool) : toolPage(tool))).join('\n')
    out.write(`${text}\n`)
    return 0
  })
}

function toolLine({ name, effect, description }: Listed): string {
  const [sentence = ''] = description.split(/(?<=[.。])\s/, 1)
  const room = Math.max(20, columnsOf() - 35)
  return `${paint('name', padCells(name, 24))} ${paint(effect === 'read' ? 'quiet' : 'warn', padCells(effect, 9))} ${clip(sentence, room)}`
}

function toolPage({ name, family, effect, description, inputSchema }: Listed): string {
  const properties = isRecord(inputSchema.properties) ? inputSchema.properties : {}
  const required: readonly unknown[] = Array.isArray(inputSchema.required) ? inputSchema.required : []
  const rows = Object.entries(properties).map(([key, schema]) =>
    parameterLine(key, isRecord(schema) ? schema : {}, required.includes(key)),
  )
  const skeleton = Object.fromEntries(required.map((key) => [String(key), '…']))
  return [
    `${paint('strong', name)}  ${paint('quiet', `${family}, ${effect}`)}`,
    description,
    ...(rows.length === 0 ? ['', '  takes no arguments'] : ['', ...rows]),
    '',
    `  ${paint('quiet', '$')} shoko call ${name} '${JSON.stringify(skeleton)}'`,
    '',
  ].join('\n')
}

function parameterLine(key: string, schema: Readonly<Record<string, unknown>>, isRequired: boolean): string {
  const about = typeof schema.description === 'string' ? `  ${schema.description}` : ''
  return `  ${paint('name', padCells(key, 22))} ${padCells(typeOf(schema), 12)} ${isRequired ? paint('warn', 'required') : '        '}${about}`
}

function typeOf(schema: Readonly<Record<string, unknown>>): string {
  const choices = Array.isArray(schema.enum)
    ? schema.enum
    : Array.isArray(schema.anyOf)
      ? schema.anyOf.map((one) => (isRecord(one) ? (one.const ?? one.type) : one))
      : undefined
  if (choices !== undefined) return choices.join('|')
  if (schema.type === 'array') return `${isRecord(schema.items) ? typeOf(schema.items) : 'any'}[]`
  return typeof schema.type === 'string' ? schema.type : 'any'
}

function unknownTool(name: string, listed: readonly Listed[]): string {
  const close = nearest(
    name,
    listed.map((tool) => tool.name),
  )
  return `unknown tool ${JSON.stringify(name)}${close === undefined ? '' : `; did you mean ${close}?`}`
}

function refuse(text: string): number {
  err.write(`shoko tools: ${text}\n`)
  return 2
}
