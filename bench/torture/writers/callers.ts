import { join } from 'node:path'
import { type Clock, type Ids, plainCall, type ToolDescriptor } from '@shoko/contract'
import { Random } from '../random.ts'
import { kanbanScript } from './kanban-script.ts'
import type { Output, Script, Step } from './step.ts'
import { vaultScript } from './vault-script.ts'
import { vibeScript } from './vibe-script.ts'

export const DOMAINS = ['vault', 'kanban', 'vibe'] as const
export type Domain = (typeof DOMAINS)[number]

export interface Caller {
  call(step: Pick<Step, 'tool' | 'args'>): Promise<Output>
  close(): Promise<void>
}

/** Given where every run must make the same files. */
export interface Ports {
  readonly clock?: Clock
  readonly ids?: Ids
}

/** The functions of a domain package, without a server around them; loaded late, so that a process loads only what it uses. */
export async function openDomain(domain: Domain, dir: string, ports: Ports = {}): Promise<Caller> {
  if (domain === 'vault') {
    const { openVault, vaultFamily } = await import('@shoko/vault')
    return callerOf(vaultFamily.tools, openVault({ root: join(dir, 'vault'), ...ports }))
  }
  if (domain === 'kanban') {
    const { kanbanFamily, openKanban } = await import('@shoko/kanban-bridge')
    return callerOf(kanbanFamily.tools, openKanban({ roots: [dir], ...ports }))
  }
  const { openVibe, vibeFamily } = await import('@shoko/vibe-bridge')
  const context = openVibe({ root: join(dir, 'vibe'), dbPath: join(dir, 'vibe-index', 'index.db'), ...ports })
  return callerOf(vibeFamily.tools, context)
}

export function openScript(domain: Domain, seed: number, mark: string): Script {
  const random = new Random(seed)
  if (domain === 'vault') return vaultScript(random, mark)
  return domain === 'kanban' ? kanbanScript(random, mark) : vibeScript(random, mark)
}

function callerOf<Context extends { close(): Promise<void> }>(
  tools: readonly ToolDescriptor<Context>[],
  context: Context,
): Caller {
  return {
    async call({ tool, args }) {
      const found = tools.find(({ name }) => name === tool)
      if (found === undefined) throw new Error(`no tool ${tool}`)
      return (await found.run(context, args as never, plainCall)) as Output // arguments as the tool's schema has them
    },
    close: () => context.close(),
  }
}
