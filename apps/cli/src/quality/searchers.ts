import { createConnectionMemory } from '@shoko/contract'
import { invoke, owner, type Runtime, type ShokoConfig } from '@shoko/mcp-shell'
import { findNotes, openVault } from '@shoko/vault'
import type { QualityDocument } from './documents.ts'

/** Files, best first. */
export type Searcher = (query: string) => Promise<readonly string[]>

export interface Searchers {
  readonly of: Readonly<Record<QualityDocument['source'], Searcher>>
  close(): Promise<void>
}

const ASKED = 50

/** The searches that agents use, over the user's folders as they are configured. */
export function openSearchers(runtime: Runtime, config: ShokoConfig, signal: AbortSignal): Searchers {
  const vault = openVault({ root: config.VAULT_ROOT })
  const call = { signal, report: () => {}, connection: createConnectionMemory() }
  const ask = async (name: string, args: Record<string, unknown>) => {
    const tool = await runtime.findTool(name)?.load()
    if (tool === undefined) throw new Error(`${name} is not served; add its family to SHOKO_FAMILIES`)
    const outcome = await invoke(runtime.ports, { tool, args, principal: owner, call })
    if (!outcome.ok) throw new Error(`${name} answered ${outcome.failure.code}`)
    return outcome.output
  }
  return {
    of: {
      manuals: async (query) => {
        const { trace_id } = await ask('manual_find', { query })
        const { items, manual_id } = await ask('manual_hits', { trace_id, limit: ASKED })
        // manual_hits answers candidates with a ref, and names the manual once when all are in one.
        const refs = (items as readonly { readonly ref: { readonly manual_id?: string; readonly path: string } }[]).map(
          ({ ref }) => ref,
        )
        return [...new Set(refs.map((ref) => `${ref.manual_id ?? manual_id}/${ref.path}`))]
      },
      vault: async (query) => {
        const { trace_id } = await findNotes(vault, { query })
        return vault.traces.get(trace_id)?.ranking ?? []
      },
    },
    close: () => vault.close(),
  }
}
