// The attacker: `exchanging.mjs <folder> <times>`. Exchanges the board's folder for a link to the outside, and back, so many times.
import { renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

const [folder = '', times = '0'] = process.argv.slice(2)
const [place, link, aside] = ['.kanban', 'link', 'aside'].map((name) => join(folder, 'root', name)) as [string, string, string]
symlinkSync(join(folder, 'outside'), link)
process.stdout.write('exchanging\n')
for (let n = 0; n < Number(times); n++) {
  renameSync(place, aside)
  renameSync(link, place)
  // Mostly for an instant only, so that calls get through and meet the exchange in their middle.
  if (n % 16 === 0) await pause(0)
  renameSync(place, link)
  renameSync(aside, place)
  await pause(n % 64 === 0 ? 8 : 1)
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => (ms === 0 ? setImmediate(resolve) : setTimeout(resolve, ms)))
}
