import { demoWorkspace, type InspectTarget, inspect, startHttp, tour } from '@shoko/testkit'

/**
 * Every tool once through the MCP Inspector's command line, on stdio and on HTTP in both eras:
 * `node --conditions=shoko-source scripts/inspect-tools.ts`. Some minutes: each call starts an Inspector, on stdio also a server.
 */
let failed = 0
for (const [name, open] of targets()) {
  const workspace = demoWorkspace()
  const { target, stop } = await open(workspace.env)
  const earlier = new Map<string, Record<string, unknown>>()
  const refused: string[] = []
  for (const { tool, args } of tour) {
    const asked = typeof args === 'function' ? args(earlier) : args
    const { code, json, stdout, stderr } = await inspect(target, { method: 'tools/call', tool, args: asked })
    const output = (json?.result ?? json) as { structuredContent?: Record<string, unknown> } | undefined
    if (code === 0 && output?.structuredContent !== undefined) earlier.set(tool, output.structuredContent)
    else refused.push(`${tool}: exit ${code} ${(stdout || stderr).slice(0, 200)}`)
  }
  await stop()
  workspace.remove()
  failed += refused.length
  console.log(`${name}: ${tour.length - refused.length} of ${tour.length} calls answered`)
  for (const line of refused) console.log(`  ${line}`)
}
process.exitCode = failed === 0 ? 0 : 1

type Opened = { readonly target: InspectTarget; readonly stop: () => Promise<unknown> }

function targets(): readonly (readonly [string, (env: Record<string, string>) => Promise<Opened>])[] {
  const http = (era: 'legacy' | 'modern') => async (env: Record<string, string>) => {
    const server = await startHttp(env)
    return { target: { transport: 'http' as const, url: server.url, era }, stop: () => server.stop() }
  }
  return [
    ['stdio', async (env) => ({ target: { transport: 'stdio', env }, stop: async () => {} })],
    ['http, old era', http('legacy')],
    ['http, new era', http('modern')],
  ]
}
