import { openRoot, parsePath } from '@shoko/core-fs'
import { board } from '../torture/models/board.ts'
import { type Family, linearize, type Stage } from '../torture/models/linearize.ts'
import { vault } from '../torture/models/vault.ts'
import { workspace } from '../torture/models/workspace.ts'
import type { RunOutcome } from '../torture/run.ts'
import { connectTeam } from './client.ts'
import type { Cluster } from './cluster.ts'

/** Where each model's places lie, and the folder that makes a place one. */
const PLACES = { vault: ['vault', ''], board: ['kanban', '/.kanban'], workspace: ['vibe', ''] } as const

/** The three models, each round to several servers at once: an order of the calls explains all answers and the documents. */
export async function playModels(
  cluster: Cluster,
  order: {
    readonly sequences: number
    readonly seed: number
    readonly report: (line: string) => void
    readonly signal?: AbortSignal
  },
): Promise<Record<string, RunOutcome>> {
  const folder = cluster.view()
  const play = <Model>(family: Family<Model>) =>
    linearize(
      family,
      {
        counts: { sequences: order.sequences },
        scale: 1,
        seed: order.seed,
        folder,
        report: (line) => order.report(`${family.name}: ${line}`),
        signal: order.signal ?? new AbortController().signal,
      },
      () => openStage(cluster, { folder, name: family.name as keyof typeof PLACES }),
    )
  return { vault: await play(vault), board: await play(board), workspace: await play(workspace) }
}

async function openStage(
  cluster: Cluster,
  { folder, name }: { readonly folder: string; readonly name: keyof typeof PLACES },
): Promise<Stage> {
  const [family, suffix] = PLACES[name]
  const clients = cluster.origins.map((origin) => connectTeam(origin))
  const { sections, folder: mirror } = cluster.observer
  const root = openRoot(`${mirror}/${family}`, { lockPath: 'bench.db', hidden: 'reached', sections })
  return {
    servers: clients,
    folder,
    shortens: false,
    prepare: (place) => root.exclusive(() => root.ensureDirectory(parsePath(`${place}${suffix}`))),
    settle: () => cluster.seen(async () => {}),
    async close() {
      for (const client of clients) client.close()
      root.close()
      return []
    },
  }
}
