import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The built program as far as its entry needs it; a build folder also holds what earlier builds have left. */
export interface ProgramFiles {
  readonly folder: string
  readonly names: readonly string[]
  /** Tells one build from another of the same version. */
  readonly digest: string
}

const named = /["'`](?:\.\/)?([\w.-]+\.js)["'`]/g

export function programFiles(folder: string): ProgramFiles {
  const found = new Map<string, string>()
  // Threads are started by the path of their file, which no import names.
  const queue = ['main.js', ...readdirSync(folder).filter((name) => name.endsWith('-worker.js'))]
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    if (found.has(name) || !existsSync(join(folder, name))) continue
    const text = readFileSync(join(folder, name), 'utf8')
    found.set(name, text)
    for (const [, other = ''] of text.matchAll(named)) queue.push(other)
  }
  if (!found.has('main.js')) throw new Error(`the built program is not where it should be (${folder}); build it again`)
  const names = [...found.keys()].sort()
  const digest = createHash('sha256')
  for (const name of names) digest.update(`${name}\0${found.get(name)}\0`)
  return { folder, names, digest: digest.digest('hex').slice(0, 8) }
}
