import { dirname, join } from 'node:path'
import { openRoot, parseDirectory, parsePath } from '@shoko/core-fs'
import { Random } from '../torture/random.ts'
import { DOMAINS, openScript } from '../torture/writers/callers.ts'
import { SHARED_CARDS } from '../torture/writers/kanban-script.ts'
import { litterIn, Model } from '../torture/writers/model.ts'
import type { Output } from '../torture/writers/step.ts'
import { readWorkspace, type WorkspaceFile } from '../torture/writers/workspace.ts'
import { connectTeam } from './client.ts'
import type { Cluster } from './cluster.ts'
import type { TeamOutcome } from './runs.ts'

/** Where the files of each family lie in a mirror, and where the model looks for them. */
const PLACES = [
  ['vault', 'vault'],
  ['kanban', ''],
  ['vibe', 'vibe'],
] as const

/** What the writers make, by the names of the model; other documents of the space may be whatever they are. */
const OWN = /^(vault\/(mixed-|shared\.md$)|\.kanban\/|vibe\/p\/)/

/** Writers of all three families through the balancer: everything acknowledged is in the documents, whole and once. */
export async function mixWriters(
  cluster: Cluster,
  order: { readonly writers: number; readonly changes: number; readonly seed: number },
): Promise<TeamOutcome> {
  await furnish(cluster)
  const random = new Random(order.seed)
  const model = new Model()
  const problems: string[] = []
  let acknowledged = 0
  const write = async (at: number, seed: number): Promise<void> => {
    const client = connectTeam(cluster.balancer.origin)
    const script = openScript(DOMAINS[at % DOMAINS.length]!, seed, `mixed-${at}`)
    let last: Output = {}
    for (let change = 0; change < order.changes && problems.length < 10; change++) {
      const step = script.next(last).value
      model.ask(step.before ?? [])
      const answer = await client.call(step.tool, step.args)
      if (!answer.ok) {
        problems.push(`${step.tool}: ${answer.code} ${answer.message}`)
        break
      }
      model.acknowledge(step.after(answer.output))
      last = answer.output
      acknowledged++
    }
    client.close()
  }
  await Promise.all(Array.from({ length: order.writers }, (_, at) => write(at, random.seed())))
  const files = await cluster.seen(async () => documents(cluster))
  problems.push(...model.check(files), ...litterIn(files).map((path) => `litter: ${path}`))
  return { figures: { writers: order.writers, acknowledged, facts: model.size }, problems }
}

/** What the writers share is there from the beginning. */
async function furnish(cluster: Cluster): Promise<void> {
  const { sections, folder } = cluster.observer
  const files = [
    { family: 'vault', path: 'shared.md', text: 'shared\nend\n' },
    ...SHARED_CARDS.map((id) => ({
      family: 'kanban',
      path: `.kanban/backlog/${id}__shared.md`,
      text: `---\nid: ${id}\ntitle: Shared\n---\n\nend\n`,
    })),
    { family: 'vibe', path: 'p/README.md', text: '# P\n\nend\n' },
  ]
  for (const { family, path, text } of files) {
    const root = openRoot(join(folder, family), { lockPath: 'bench.db', hidden: 'reached', sections })
    const at = parsePath(path)
    await root.exclusive(async () => {
      await root.ensureDirectory(parseDirectory(dirname(path)))
      await root.create(at, text)
    })
    root.close()
  }
}

function documents(cluster: Cluster): WorkspaceFile[] {
  const all = PLACES.flatMap(([family, as]) =>
    readWorkspace(join(cluster.observer.folder, family)).map(({ path, text }) => ({ path: join(as, path), text })),
  )
  return all.filter(({ path }) => OWN.test(path))
}
