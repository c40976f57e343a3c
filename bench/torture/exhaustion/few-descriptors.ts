import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { fixtures, tour } from '@shoko/testkit'
import { defineRun, type Failure, type RunOrder, type RunOutcome } from '../run.ts'
import { Server } from '../server.ts'

/** From "node hardly starts" to "enough". */
const LIMITS = [24, 26, 28, 30, 32, 36, 40, 48, 64]
const HONEST = /too many open files|cannot be opened|input\/output error|unable to open/i

export const run = defineRun('few-descriptors', starve, { full: { rounds: 9 }, expectedSeconds: 40, cores: 1 })

async function starve(order: RunOrder): Promise<RunOutcome> {
  const failures: Failure[] = []
  const figures = { servers: 0, 'too few to start': 0, answered: 0, 'refused honestly': 0 }
  for (let round = 0; round < order.counts.rounds!; round++) {
    const limit = LIMITS[(round * 4 + order.seed) % LIMITS.length]!
    const dir = join(order.folder, `${round}`)
    cpSync(join(fixtures, 'workspace'), dir, { recursive: true })
    const env = { WORKSPACE_ROOT: dir, VIBE_ROOT: join(dir, 'vibe'), XDG_CACHE_HOME: join(dir, 'cache') }
    const server = new Server({ env, wrapper: ['prlimit', `--nofile=${limit}:${limit}`], signal: order.signal })
    figures.servers++
    await server.open().catch(() => {}) // node itself needs some: told below
    const earlier = new Map<string, Record<string, unknown>>()
    for (const { tool, args } of tour) {
      if (server.ended !== undefined) break
      // Twice at once, so that calls take each other's descriptors.
      const [answer] = await Promise.all([
        server.call(tool, typeof args === 'function' ? args(earlier) : args),
        server.call('vault_ls', {}),
      ])
      if (answer.ok) {
        figures.answered++
        earlier.set(tool, answer.output)
      } else if (['internal', 'INTERNAL', 'FILESYSTEM_ERROR', 'INDEX_ERROR'].includes(answer.code) && HONEST.test(answer.message))
        figures['refused honestly']++
      else if (answer.code === 'server ended') break
      else if (['internal', 'INTERNAL'].includes(answer.code))
        failures.push({
          what: `${limit} descriptors: ${tool}: ${answer.code}: ${answer.message} ${server.errors.at(-1)?.slice(0, 700) ?? ''}`,
        })
    }
    if (server.ended !== undefined) {
      figures['too few to start']++
      if (limit >= 36) failures.push({ what: `${limit} descriptors: ${server.ended.slice(0, 1500)}` })
      continue
    }
    const alive = await server.call('vault_ls', {})
    if (!alive.ok && !HONEST.test(alive.message)) failures.push({ what: `${limit} descriptors: ${alive.message}` })
    await server.close()
    failures.push(...(await recover(env, order.signal)))
  }
  return { figures, failures }
}

/** What a user does: starts it again where there are enough. */
async function recover(env: Readonly<Record<string, string>>, signal: AbortSignal): Promise<Failure[]> {
  const server = await new Server({ env, signal }).open()
  const calls = [
    ['vault_create', { path: 'after.md', content: 'x' }],
    ['kanban_new', { board: '.', title: 'After' }],
    ['log_session', { project: 'kura-app', content: 'after' }],
    ['search', { query: 'after' }],
  ] as const
  const failures: Failure[] = []
  for (const [tool, args] of calls) {
    const answer = await server.call(tool, args)
    if (!answer.ok) failures.push({ what: `does not recover: ${tool}: ${answer.code}: ${answer.message}` })
  }
  await server.close()
  return failures
}
