import type { Target, Trial } from '../clients/try-server.ts'
import { self } from './this-machine.ts'

/** What to do about it. Writing the entry anew cures what is wrong with the entry, and nothing else. */
export function cureFor(target: Target, { cause, problem }: Extract<Trial, { ok: false }>, again: string): string {
  const anew = `${again} writes an entry that starts`
  if (target.kind === 'http') return httpCure(target.url, cause, again)
  if (cause === 'silent') return `start it by hand and see what it waits for: ${[target.command, ...target.args].join(' ')}`
  if (cause === 'ended' && isAboutSettings(problem)) return `correct that in ${settingsOf(target.args)}`
  return anew
}

function httpCure(url: string, cause: Extract<Trial, { ok: false }>['cause'], again: string): string {
  const { hostname, port } = new URL(url)
  const isHere = hostname === '127.0.0.1' || hostname === 'localhost'
  if (cause === 'unreachable' && isHere)
    return `start the server: ${self()} http --http-port ${port || '80'}; or without one: ${again}`
  if (cause === 'unreachable') return `start the server at ${url}, or do without one: ${again}`
  if (cause === 'no token') return 'give the entry a header: Authorization: Bearer TOKEN, with the SHOKO_AUTH_TOKEN of the server'
  return `see what listens at ${url}, or do without it: ${again}`
}

/** `NAME: what is wrong`, as every problem of a setting is put. */
function isAboutSettings(problem: string): boolean {
  return /code 2: (--[a-z-]+|[A-Z][A-Z_]+|\S*shoko\.toml):? /.test(problem)
}

function settingsOf(args: readonly string[]): string {
  const named = args[args.indexOf('--config') + 1]
  if (args.includes('--config') && named !== undefined) return named
  const workspace = args[args.indexOf('--workspace-root') + 1]
  return args.includes('--workspace-root') && workspace !== undefined
    ? `${workspace}/shoko.toml`
    : 'the arguments of the entry or shoko.toml'
}
