import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { defineRun, type Failure, type RunOrder, type RunOutcome } from '../run.ts'
import { openAlone, type Server } from '../server.ts'

export const run = defineRun('event-flood', flood, { full: { files: 20_000 }, expectedSeconds: 40, cores: 1 })

/** A checkout of another branch, as the servers see it: thousands of files within a second or two. */
async function flood(order: RunOrder): Promise<RunOutcome> {
  const dir = order.folder
  const half = Math.ceil(order.counts.files! / 2)
  for (const folder of ['.kanban/backlog', 'vibe/p/tasks']) mkdirSync(join(dir, folder), { recursive: true })
  const env = { WORKSPACE_ROOT: dir, VIBE_ROOT: join(dir, 'vibe'), SHOKO_FAMILIES: 'kanban,vibe' }
  const server = await openAlone(env, order)
  const failures: Failure[] = []
  await server.call('kanban_watch', { board: '.' })
  await server.call('search', { query: 'x' })
  for (let at = 0; at < half; at++) {
    writeFileSync(join(dir, '.kanban/backlog', `${ulid(at)}__c.md`), `---\nid: ${ulid(at)}\ntitle: Card ${at}\n---\n`)
    writeFileSync(join(dir, 'vibe/p/tasks', `${at + 1}-t.md`), `# Task: t${at}\nStatus: pending\n`)
    // Half of them are changed again while the events of the first writing are still under way.
    if (at % 2 === 0) writeFileSync(join(dir, 'vibe/p/tasks', `${at + 1}-t.md`), `# Task: t${at}\nStatus: blocked\n`)
  }
  const deadline = performance.now() + 60_000
  const wanted = { tasks: half, blocked: Math.ceil(half / 2), found: 1, cards: half, last: 1 }
  let seen = {}
  while (performance.now() < deadline && JSON.stringify(seen) !== JSON.stringify(wanted)) {
    order.signal.throwIfAborted()
    seen = await look(server, half)
    await sleep(100)
  }
  if (JSON.stringify(seen) !== JSON.stringify(wanted))
    failures.push({ what: `${JSON.stringify(seen)} instead of ${JSON.stringify(wanted)}` })
  if (server.ended !== undefined) failures.push({ what: server.ended })
  const megabytes = Math.round(server.peakMemory() / 1024)
  await server.close()
  return { figures: { files: half * 2, 'peak memory, MB': megabytes }, failures }
}

async function look(server: Server, half: number): Promise<Record<string, unknown>> {
  const output = async (tool: string, args: Record<string, unknown>) => {
    const answer = await server.call(tool, args)
    return answer.ok ? answer.output : {}
  }
  const tasks = (await output('list_tasks', { project: 'p' })).total
  const blocked = (await output('list_tasks', { project: 'p', status: 'blocked' })).total
  const found = (await output('search', { query: `t${half - 1}` })).total_matches
  const cards = (await output('kanban_list', { board: '.' })).total
  const last = (await output('kanban_list', { board: '.', query: ulid(half - 1) })).total
  return { tasks, blocked, found, cards, last }
}

function ulid(number: number): string {
  return `01${String(number).padStart(24, '0')}`
}
