// A process that moves one note or folder and says so: `move-child.mjs <vault> <from> <to>`.
import { moveNote, openVault } from '@shoko/vault'

const [root = '', from = '', to = ''] = process.argv.slice(2)
const vault = openVault({ root })
process.stdout.write('ready\n')
const started = performance.now()
const { total, warnings = [] } = await moveNote(vault, { from, to })
await vault.close()
process.stdout.write(`${JSON.stringify({ ms: performance.now() - started, total, warnings })}\n`)
