import { wireTool } from '@shoko/mcp-shell'
import { withRuntime } from './local-runtime.ts'

export function tools(argv: readonly string[]): Promise<number> {
  return withRuntime(argv, async (runtime, { rest }) => {
    const listed = runtime.tools.map((tool) => ({
      family: tool.family.name,
      effect: tool.effect,
      ...wireTool(tool, runtime.config.SHOKO_TOOL_NAMES),
    }))
    if (rest.includes('--json')) process.stdout.write(`${JSON.stringify(listed, null, 2)}\n`)
    else
      for (const tool of listed)
        process.stdout.write(`${tool.name.padEnd(24)} ${tool.effect.padEnd(9)} ${tool.description.split(/(?<=[.。])\s/, 1)[0]}\n`)
    return 0
  })
}
