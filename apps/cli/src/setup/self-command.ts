import { existsSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { realPathOf } from '@shoko/core-fs'
import type { Machine } from '../clients/client.ts'

export interface Myself {
  /** Where the built program lies. */
  readonly built: string
  /** The script that was started, as it was named. */
  readonly script: string
  readonly node: string
}

/** What somebody types to call this program again: advice that cannot be followed as it is printed is none. */
export function selfCommand({ cwd, env, platform }: Machine, { built, script, node }: Myself): string {
  const clone = cloneOf(built)
  if (clone !== undefined) return clone === cwd ? 'npm run shoko --' : `npm --prefix ${quoted(clone)} run shoko --`
  const name = platform === 'win32' ? 'shoko.cmd' : 'shoko'
  const onPath = (env.PATH ?? '').split(delimiter).map((folder) => join(folder, name))
  const isThis = (path: string) => existsSync(path) && (platform === 'win32' || realPathOf(path) === realPathOf(script))
  return onPath.some(isThis) ? 'shoko' : `${quoted(node)} ${quoted(script)}`
}

/** The clone that a program was built in, if it was. */
export function cloneOf(built: string): string | undefined {
  const clone = resolve(built, '../../..')
  return existsSync(join(clone, 'scripts', 'bootstrap.mjs')) ? clone : undefined
}

function quoted(path: string): string {
  return /^[\w./\\:@%+-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`
}
