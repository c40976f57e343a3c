import type { ShokoConfig } from '../config/variables.ts'
import { type AnnouncedFamily, announcedFamilies } from '../families/announced.ts'
import { instructionsFor } from '../instructions.ts'
import { nameTable } from '../names.ts'
import { capabilitiesOf, serverInfo } from '../sdk/introduction.ts'
import { wireTool } from '../wire-tool.ts'

/** Revisions with a handshake. A client that asks for another is answered by the SDK. */
const REVISIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']

export interface Greeting {
  /** The result of `initialize`, when it is one that can be given without the SDK. */
  initialize(params: unknown): object | undefined
  listTools(): object
}

/** What every server says first, said before its code is loaded or its process has started: it depends on the settings alone. */
export function createGreeting(config: ShokoConfig): Greeting {
  const families = announcedFamilies(config)
  const tools = families.flatMap((family) => family.manifest.tools)
  const table = nameTable(tools)
  return {
    initialize(params) {
      const { protocolVersion } = (params ?? {}) as { protocolVersion?: unknown }
      if (typeof protocolVersion !== 'string' || !REVISIONS.includes(protocolVersion) || !isPlain(params)) return undefined
      return {
        protocolVersion,
        capabilities: capabilitiesOf(parts(families)),
        serverInfo,
        instructions: instructionsFor({ config, families, findTool: (name) => table.get(name) }),
      }
    },
    listTools: () => ({
      tools: tools
        .filter((tool) => !config.SHOKO_READ_ONLY || tool.effect === 'read')
        .map((tool) => wireTool(tool, config.SHOKO_TOOL_NAMES)),
    }),
  }
}

function parts(families: readonly AnnouncedFamily[]) {
  return {
    prompts: families.flatMap(({ manifest }) => manifest.prompts),
    resources: families.flatMap(({ manifest }) => manifest.resources ?? []),
  }
}

/** As the protocol writes it; what is not is left to who can say what is wrong with it. */
function isPlain(params: unknown): boolean {
  const { capabilities, clientInfo } = params as { capabilities?: unknown; clientInfo?: { name?: unknown; version?: unknown } }
  return (
    typeof capabilities === 'object' &&
    capabilities !== null &&
    typeof clientInfo?.name === 'string' &&
    typeof clientInfo.version === 'string'
  )
}
