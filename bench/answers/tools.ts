import { join } from 'node:path'
import { Server } from '../torture/server.ts'
import { type Ask, readFind, readSearch } from './asked.ts'
import type { Workspace } from './question-set.ts'

export const toolNames = ['manual_find', 'vault_find', 'search', 'shoko_find'] as const
export type ToolName = (typeof toolNames)[number]

export interface Asker {
  /** `characters`: how much text the answer may bring; absent: as shipped. */
  ask(tool: ToolName, characters?: number): Ask
  close(): Promise<void>
}

/** The built stdio server over the articles, asked as an agent asks it. */
export async function openServer({ path }: Workspace): Promise<Asker> {
  const env = { WORKSPACE_ROOT: path, VIBE_ROOT: join(path, 'vibe'), XDG_CACHE_HOME: join(path, 'cache'), HOME: path }
  const server = await new Server({ env }).open()
  return {
    ask: (tool, characters) => async (query) => {
      if (tool === 'search') return readSearch(await server.call(tool, { query, limit: 3 }))
      const limits = characters === undefined ? {} : { limits: { max_chars: characters } }
      return readFind(await server.call(tool, { query, ...limits }))
    },
    close: () => server.close(),
  }
}
