import { join } from 'node:path'
import { sha256 } from '@shoko/core-fs'
import { importFolders } from '@shoko/team-pg'
import { fillTree } from '@shoko/testkit'
import { connectTeam } from './client.ts'
import type { Cluster } from './cluster.ts'
import type { TeamOutcome } from './runs.ts'

/** As long as the notes that a mirror was first measured with: 44 MB are ten thousand. */
const NOTE = 'A line of some words, as notes have them, forty times a hundred.\n'.repeat(68)

/** A space with this many notes; then a server that has none of them yet is started, and asked for the last one. */
export async function joinLate(
  cluster: Cluster,
  of: { readonly folder: string; readonly notes: number; readonly at: number },
): Promise<TeamOutcome> {
  const notes = join(of.folder, 'notes')
  const contents = Array.from({ length: of.notes }, (_, at) => [`${at % 100}/${at}.md`, `# Note ${at}\n\n${NOTE}`] as const)
  fillTree(notes, Object.fromEntries(contents))
  await importFolders(cluster.observer, [{ under: 'vault', path: notes }])
  const begun = performance.now()
  await cluster.startServer(of.at)
  const listening = performance.now() - begun
  const client = connectTeam(cluster.server(of.at).origin)
  const [path, content] = contents.at(-1)!
  const answer = await client.call('vault_read', { path, full: true })
  const answered = performance.now() - begun
  client.close()
  const isRight = answer.ok && answer.output['hash'] === sha256(content)
  return {
    figures: { notes: of.notes, 'listening after ms': Math.round(listening), 'first read after ms': Math.round(answered) },
    problems: isRight ? [] : [`the last note was not read: ${JSON.stringify(answer).slice(0, 200)}`],
  }
}
