// The attacker: `swapping.mjs <folder>`. Swaps folders and files inside the root for links to the outside, and back, for ever.
import { renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

const [folder = ''] = process.argv.slice(2)
const root = join(folder, 'root')
const victims = ['sub', 'other/dir', 'other/note.md', 'sub/dir']
for (const [at, victim] of victims.entries()) symlinkSync(join(folder, 'outside', victim), join(root, `link-${at}`))
process.stdout.write('swapping\n')
for (let n = 0; ; n++) {
  const at = n % victims.length
  const [place, link, aside] = [join(root, victims[at]!), join(root, `link-${at}`), join(root, `aside-${at}`)]
  if (!tryRename(place, aside)) continue
  tryRename(link, place)
  tryRename(place, link)
  // The victim may have made something of that name in between; it is put out of the way.
  while (!tryRename(aside, place)) tryRename(place, join(root, `made-${n}-${Math.random()}`))
}

function tryRename(from: string, to: string): boolean {
  try {
    renameSync(from, to)
    return true
  } catch {
    return false
  }
}
