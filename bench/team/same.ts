import { setTimeout as sleep } from 'node:timers/promises'
import { checkedHashes } from '@shoko/team-pg'
import { connectTeam } from './client.ts'
import type { Cluster } from './cluster.ts'

/** What differs between the documents and the mirrors of all servers, once each has been asked for something. */
export async function differences(cluster: Cluster, servers: number): Promise<string[]> {
  const found: string[] = []
  for (let at = 0; at < servers; at++) {
    await answers(cluster, at)
    const { differing } = await checkedHashes(cluster.observer, cluster.mirror(at))
    found.push(...differing.map((path) => `server ${at}: ${path}`))
  }
  return found
}

async function answers(cluster: Cluster, at: number): Promise<void> {
  const client = connectTeam(cluster.server(at).origin)
  try {
    for (let attempt = 0; attempt < 100; attempt++) {
      const answer = await client.call('vault_ls', {}).catch(() => undefined)
      if (answer?.ok) return
      await sleep(100)
    }
  } finally {
    client.close()
  }
  throw new Error(`server ${at} does not answer`)
}
