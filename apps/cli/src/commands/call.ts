import { text as readAll } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { createConnectionMemory, nearest } from '@shoko/contract'
import { type Failure, flatName, invoke, type Outcome, owner } from '@shoko/mcp-shell'
import { isRecord } from '../clients/document.ts'
import { err, out } from '../terminal/output.ts'
import { paint } from '../terminal/paint.ts'
import { progressLine } from '../terminal/progress.ts'
import { showValue } from '../terminal/show-value.ts'
import { withRuntime } from './local-runtime.ts'

const USAGE = "usage: shoko call TOOL ['ARGUMENTS AS JSON' | -] [--json | --text]"

interface Request {
  readonly name: string
  readonly json: string
  /** For reading rather than for parsing: what a terminal shows unless told otherwise. */
  readonly asText: boolean
}

/** Calls one tool as an agent would; the answer goes to stdout, an error to stderr with exit code 1. */
export function call(argv: readonly string[]): Promise<number> {
  return withRuntime(argv, async (runtime, { rest }) => {
    const request = readRequest(rest)
    if (typeof request === 'string') return refuse(request)
    const known = runtime.findTool(request.name)
    if (known === undefined)
      return refuse(
        unknownTool(
          request.name,
          runtime.tools.map(({ name }) => flatName(name)),
        ),
      )
    const args = parseArguments(request.json === '-' ? await readAll(process.stdin) : request.json)
    if (typeof args === 'string') return refuse(args)
    const tool = await known.load()
    const abort = new AbortController()
    process.once('SIGINT', () => abort.abort())
    const progress = progressLine()
    const connection = createConnectionMemory()
    const outcome = await invoke(runtime.ports, {
      tool,
      name: request.name,
      args,
      principal: owner,
      call: { signal: abort.signal, report: progress.report, connection },
    })
    progress.end()
    return answer(outcome, { asText: request.asText, name: request.name })
  })
}

function readRequest(rest: readonly string[]): Request | string {
  try {
    const options = { json: { type: 'boolean' }, text: { type: 'boolean' } } as const
    const { values, positionals } = parseArgs({ args: [...rest], options, allowPositionals: true })
    const [name, json = '{}', ...more] = positionals
    if (name === undefined) return USAGE
    if (more.length > 0)
      return `the arguments are one JSON object: put it in quotes (got ${JSON.stringify([json, ...more].join(' '))})`
    return { name, json, asText: values.text ?? (process.stdout.isTTY && values.json !== true) }
  } catch (error) {
    return `${error instanceof Error ? error.message : String(error)}\n${USAGE}`
  }
}

function unknownTool(name: string, known: readonly string[]): string {
  const close = nearest(name, known)
  return `unknown tool ${JSON.stringify(name)}; ${close === undefined ? '' : `did you mean ${close}? `}shoko tools lists them`
}

function parseArguments(json: string): Record<string, unknown> | string {
  try {
    const parsed: unknown = JSON.parse(json)
    return isRecord(parsed)
      ? { ...parsed }
      : `the arguments must be a JSON object, like '{"path": "README.md"}' (got ${json.trim().slice(0, 80)})`
  } catch (error) {
    return `the arguments are not JSON: ${error instanceof Error ? error.message : String(error)}`
  }
}

function answer(outcome: Outcome, { asText, name }: { readonly asText: boolean; readonly name: string }): number {
  if (outcome.ok) {
    out.write(`${asText ? showValue(outcome.output) : JSON.stringify(outcome.output, null, 2)}\n`)
    return 0
  }
  const { failure, wire } = outcome
  err.write(asText ? failureText(failure, name) : `${wire.kind === 'result' ? wire.text : wireError(wire)}\n`)
  return 1
}

function wireError({ code, message, data }: { readonly code: number; readonly message: string; readonly data: unknown }): string {
  return JSON.stringify({ code, message, data })
}

function failureText({ code, message, details, hint }: Failure, name: string): string {
  const head = `${paint('bad', code, err)} ${message}`
  const more = [...(hint === undefined ? [] : [hint]), ...(details === undefined ? [] : [showValue(details)])]
  return `${[head, ...more, paint('quiet', `shoko tools ${name} shows what it takes`, err)].join('\n')}\n`
}

function refuse(text: string): number {
  err.write(`shoko call: ${text}\n`)
  return 2
}
