// Tries to create every name of a race: `racing.mjs <workspace> <names>`; prints the names that it won. Even names go through the
// storage core alone, odd ones through vault_create, which also takes the lock.
import { join } from 'node:path'
import { DomainError } from '@shoko/contract'
import { openRoot, parsePath } from '@shoko/core-fs'
import { openDomain } from '../writers/callers.ts'

const [dir = '', names = '0'] = process.argv.slice(2)
const caller = await openDomain('vault', dir)
const root = openRoot(join(dir, 'vault'))
const won: number[] = []
for (let n = 0; n < Number(names); n++) {
  try {
    await create(n)
    won.push(n)
  } catch (error) {
    if (!(error instanceof DomainError) || error.reason !== 'already_exists') throw error
  }
}
await caller.close()
root.close()
process.stdout.write(JSON.stringify(won))

async function create(n: number): Promise<unknown> {
  const path = `race/${n % 100}/${n}.md`
  if (n % 2 === 0) return root.create(parsePath(path), String(process.pid))
  return caller.call({ tool: 'vault_create', args: { path, content: String(process.pid) } })
}
