// Counts its own line of one shared note up, through vault_replace: `counting.mjs <workspace> <name> <times>`. Says how often it failed.
import { DomainError } from '@shoko/contract'
import { openDomain } from '../writers/callers.ts'

const [dir = '', name = '', times = '0'] = process.argv.slice(2)
const caller = await openDomain('vault', dir)
let lost = 0
for (let n = 0; n < Number(times); n++) {
  // Somebody who wrote over our last change has put the old number back, so that this finds nothing.
  const { replacements } = await patiently({ path: 'shared.md', find: `${name}: ${n};`, replace: `${name}: ${n + 1};` })
  if (replacements !== 1) lost++
}
await caller.close()
process.stdout.write(String(lost))

async function patiently(args: Readonly<Record<string, unknown>>) {
  for (;;) {
    try {
      return await caller.call({ tool: 'vault_replace', args })
    } catch (error) {
      if (!(error instanceof DomainError) || error.reason !== 'busy') throw error
    }
  }
}
