import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { out } from '../terminal/output.ts'
import { onSpace, refuse } from './team-space.ts'

const LOG_USAGE = 'usage: shoko log PATH [--limit N] [--json]; a path begins with its family: vault/a.md'
const RESTORE_USAGE = 'usage: shoko restore PATH --at N; shoko log PATH shows the numbers'
const LIMIT = 50

/** Who changed a document, when, with which call. */
export function log(argv: readonly string[]): Promise<number> {
  return onSpace(argv, async (parts, { rest }) => {
    const { values, positionals } = parseArgs({
      args: [...rest],
      options: { limit: { type: 'string' }, json: { type: 'boolean' } },
      allowPositionals: true,
    })
    const [path, ...more] = positionals
    const limit = Number(values.limit ?? LIMIT)
    if (path === undefined || more.length > 0 || !Number.isInteger(limit) || limit < 1) return refuse(LOG_USAGE, 2)
    const { createHistory } = await import('@shoko/team-pg')
    const changes = await createHistory(parts).changesOf({ path: path.replace(/\/+$/, ''), limit })
    if (values.json) out.write(`${JSON.stringify(changes)}\n`)
    else if (changes.length === 0) return refuse(`${path}: no change of it is known`, 1)
    else
      for (const { seq, at, author, tool, path: changed, before, after } of changes) {
        const what = before === null ? 'made' : after === null ? 'removed' : 'changed'
        out.write(`${seq}  ${at}  ${author}  ${tool}  ${what} ${changed}\n`)
      }
    return 0
  })
}

/** Makes a document what it was after a change; the history goes on. */
export function restore(argv: readonly string[]): Promise<number> {
  return onSpace(argv, async (parts, { rest }) => {
    const options = { at: { type: 'string' } } as const
    const { values, positionals } = parseArgs({ args: [...rest], options, allowPositionals: true })
    const [path, ...more] = positionals
    const at = Number(values.at)
    if (path === undefined || more.length > 0 || values.at === undefined || !Number.isInteger(at)) return refuse(RESTORE_USAGE, 2)
    const { restoreDocument } = await import('@shoko/team-pg')
    const outcome = await restoreDocument(parts, { path, at, author: `cli:${userInfo().username}` })
    if ('problem' in outcome) return refuse(outcome.problem, 1)
    out.write(`${path} is what it was after change ${at}, by change ${outcome.seq}\n`)
    return 0
  })
}
