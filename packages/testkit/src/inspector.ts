import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type Environment, plainEnvironment, stdioMain } from './processes.ts'

export interface Inspected {
  readonly code: number | null
  readonly json: Record<string, unknown> | undefined
  readonly stdout: string
  readonly stderr: string
}

export type InspectTarget =
  | { readonly transport: 'stdio'; readonly env: Environment }
  | { readonly transport: 'http'; readonly url: string; readonly era: 'modern' | 'legacy' }

/** One request through the MCP Inspector's command line, as a user would debug the server. */
export async function inspect(
  target: InspectTarget,
  request: { readonly method: string; readonly tool?: string; readonly args?: Record<string, unknown> },
): Promise<Inspected> {
  const where =
    target.transport === 'stdio'
      ? [process.execPath, stdioMain]
      : [target.url, '--transport', 'http', '--protocol-era', target.era]
  const what = [
    '--method',
    request.method,
    ...(request.tool === undefined ? [] : ['--tool-name', request.tool]),
    ...(request.args === undefined ? [] : ['--tool-args-json', JSON.stringify(request.args)]),
  ]
  const environment =
    target.transport === 'stdio' ? Object.entries(target.env).flatMap(([name, value]) => ['-e', `${name}=${value}`]) : []
  const child = spawn(process.execPath, [launcher(), '--cli', ...environment, ...where, ...what, '--format', 'json'], {
    env: plainEnvironment(),
  })
  const output = { stdout: '', stderr: '' }
  child.stdin.end()
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output.stdout += chunk))
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (output.stderr += chunk))
  await once(child, 'close')
  return { code: child.exitCode, json: parse(output.stdout), ...output }
}

function launcher(): string {
  const manifest = createRequire(import.meta.url).resolve('@modelcontextprotocol/inspector/package.json')
  return join(dirname(manifest), 'clients/launcher/build/index.js')
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return undefined
  }
}
