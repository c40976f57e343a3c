// Reads or writes where the attacker swaps: `victim.mjs <folder> <name> <seed> <reads> <writes>`. Prints what it saw as JSON.
import { join } from 'node:path'
import { DomainError } from '@shoko/contract'
import { openRoot, parseDirectory, parsePath } from '@shoko/core-fs'
import { Random } from '../random.ts'

const [folder = '', name = '', seed = '0', reads = '0', writes = '0'] = process.argv.slice(2)
const root = openRoot(join(folder, 'root'))
const random = new Random(Number(seed))
const FILES = ['sub/note.md', 'sub/dir/note.md', 'other/note.md', 'other/dir/note.md'].map(parsePath)
const FOLDERS = ['sub', 'sub/dir', 'other', 'other/dir'].map(parseDirectory)
const seen = { escapes: 0, done: 0, refused: 0, bugs: [] as string[] }

for (let n = 0; n < Number(reads); n++) await attempt(() => read(n))
for (let n = 0; n < Number(writes); n++) await attempt(() => write(n))
root.close()
process.stdout.write(JSON.stringify(seen))

async function attempt(work: () => Promise<void>): Promise<void> {
  try {
    await work()
    seen.done++
  } catch (error) {
    seen.refused++
    if (!(error instanceof DomainError) && seen.bugs.length < 5) seen.bugs.push(String(error))
  }
}

async function read(n: number): Promise<void> {
  const file = random.pick(FILES)
  const kind = n % 8
  if (kind === 0) {
    const entries = await root.list(random.pick(FOLDERS))
    if (entries.some((entry) => entry.name.startsWith('secret'))) seen.escapes++
  } else if (kind === 1) {
    const walked = await root.walk({ dir: random.pick(FOLDERS) })
    if (walked.some(({ path }) => path.includes('secret'))) seen.escapes++
  } else if (kind === 2) judge(root.sync.read(file)?.toString() ?? 'inside')
  else judge((await root.readText(file)).text)
}

function judge(text: string): void {
  if (!text.startsWith('inside')) seen.escapes++
}

/** The names in the file tell whose it is; what lies outside is looked at by the parent. */
async function write(n: number): Promise<void> {
  const dir = random.pick(FOLDERS)
  const made = parsePath(`${dir}/${name}-${n % 50}.md`)
  const moved = parsePath(`${random.pick(FOLDERS)}/${name}-moved-${n % 50}.md`)
  const kind = n % 5
  if (kind === 0) await root.replace(random.pick(FILES), `inside, by ${name} ${n}`)
  else if (kind === 1) await root.create(made, `inside, by ${name} ${n}`)
  else if (kind === 2) await root.move(made, moved)
  else if (kind === 3) await root.remove(n % 2 === 0 ? made : moved)
  else await root.append(parsePath(`${dir}/log.ndjson`), `{"inside":${n}}\n`)
}
