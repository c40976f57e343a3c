import { homedir } from 'node:os'
import { join } from 'node:path'

/** For what can be made again, and for what processes of this user share. */
export function userCacheDir(): string {
  const { XDG_CACHE_HOME } = process.env
  // The base directory specification: a relative value is to be ignored.
  return join(XDG_CACHE_HOME?.startsWith('/') ? XDG_CACHE_HOME : join(homedir(), '.cache'), 'shoko')
}
