import { createConnectionMemory, nearest } from '@shoko/contract'
import { invoke } from '@shoko/mcp-shell'
import { withRuntime } from './local-runtime.ts'

/** Calls one tool as an agent would; the answer goes to stdout, an error to stderr with exit code 1. */
export function call(argv: readonly string[]): Promise<number> {
  return withRuntime(argv, async (runtime, { rest }) => {
    const [name, json = '{}'] = rest
    if (name === undefined) return refuse("usage: shoko call <tool> '<arguments as JSON>'")
    const tool = runtime.findTool(name)
    if (tool === undefined)
      return refuse(
        `unknown tool ${JSON.stringify(name)}; nearest: ${
          nearest(
            name,
            runtime.tools.map((known) => known.name),
          ) ?? 'see shoko tools'
        }`,
      )
    const args = parseArguments(json)
    if (args === undefined) return refuse(`the arguments are not a JSON object: ${json.slice(0, 80)}`)
    const abort = new AbortController()
    process.once('SIGINT', () => abort.abort())
    const outcome = await invoke(runtime.ports, {
      tool,
      args,
      call: { signal: abort.signal, report: showProgress, connection: createConnectionMemory() },
    })
    if (outcome.ok) {
      process.stdout.write(`${JSON.stringify(outcome.output, null, 2)}\n`)
      return 0
    }
    const { failure } = outcome
    process.stderr.write(
      `${failure.kind === 'result' ? failure.text : JSON.stringify({ code: failure.code, message: failure.message, data: failure.data })}\n`,
    )
    return 1
  })
}

function parseArguments(json: string): Record<string, unknown> | undefined {
  try {
    const parsed: unknown = JSON.parse(json)
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
      ? (parsed as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

function showProgress({
  progress,
  total,
  message,
}: {
  readonly progress: number
  readonly total?: number
  readonly message?: string
}): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${message ?? ''} ${progress}${total === undefined ? '' : `/${total}`}   `)
}

function refuse(text: string): number {
  process.stderr.write(`shoko: ${text}\n`)
  return 2
}
