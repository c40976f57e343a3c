import { join } from 'node:path'
import { sha256 } from '@shoko/core-fs'
import { fillTree, startHttp } from '@shoko/testkit'
import { connectTeam, type TeamClient } from './client.ts'
import type { Cluster } from './cluster.ts'
import type { TeamOutcome } from './runs.ts'

const NOTES = 200
const WARM_UP = 1000
const READERS = 8

/**
 * The same read of an embedded server and of one with a database, in turn, so that whatever else happens on the machine happens to
 * both; straight at the servers, without a balancer. Then as many as there can be, of one server and of all.
 */
export async function compareReads(
  cluster: Cluster,
  order: { readonly folder: string; readonly reads: number },
): Promise<TeamOutcome> {
  const notes = Object.fromEntries(Array.from({ length: NOTES }, (_, at) => [`reads/${at}.md`, textOf(at)]))
  const vault = join(order.folder, 'embedded')
  fillTree(vault, notes)
  const embedded = await startHttp({
    WORKSPACE_ROOT: order.folder,
    VAULT_ROOT: vault,
    XDG_CACHE_HOME: join(order.folder, 'cache-embedded'),
    LOG_LEVEL: 'warn',
  })
  try {
    const alone = connectTeam(embedded.origin)
    const team = connectTeam(cluster.origins[0]!)
    for (const [path, content] of Object.entries(notes)) await team.call('vault_create', { path, content })
    await inTurn([alone, team], WARM_UP)
    const [before, after] = await inTurn([alone, team], order.reads)
    alone.close()
    team.close()
    const of1 = await perSecond(cluster.origins.slice(0, 1), order.reads)
    const ofAll = await perSecond(cluster.origins, order.reads)
    const figures = {
      reads: order.reads,
      'embedded p50 ms': before!,
      'team p50 ms': after!,
      'more ms': Math.round((after! - before!) * 100) / 100,
      'a second, 1 server': of1,
      [`a second, ${cluster.origins.length} servers`]: ofAll,
    }
    return { figures, problems: [] }
  } finally {
    await embedded.stop('SIGKILL')
  }
}

async function inTurn(clients: readonly TeamClient[], reads: number): Promise<number[]> {
  const times = clients.map((): number[] => [])
  for (let turn = 0; turn < reads; turn++) {
    for (const [at, client] of clients.entries()) {
      const begun = performance.now()
      await readOne(client, turn)
      times[at]!.push(performance.now() - begun)
    }
  }
  return times.map((all) => Math.round((all.sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN) * 100) / 100)
}

async function perSecond(origins: readonly string[], reads: number): Promise<number> {
  const clients = Array.from({ length: READERS }, (_, at) => connectTeam(origins[at % origins.length]!))
  const begun = performance.now()
  let left = reads
  await Promise.all(
    clients.map(async (client) => {
      while (left-- > 0) await readOne(client, left)
      client.close()
    }),
  )
  return Math.round((reads / (performance.now() - begun)) * 1000)
}

async function readOne(client: TeamClient, turn: number): Promise<void> {
  const at = turn % NOTES
  const answer = await client.call('vault_read', { path: `reads/${at}.md`, full: true })
  if (!answer.ok || answer.output['hash'] !== sha256(textOf(at)))
    throw new Error(`not what was written: ${JSON.stringify(answer)}`)
}

function textOf(at: number): string {
  return `# Note ${at}\n\n${'A line of some words, as notes have them.\n'.repeat(20)}`
}
