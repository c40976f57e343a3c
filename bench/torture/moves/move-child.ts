// A process that moves one note or folder and says so: `move-child.mjs <vault> <from> <to>`.
import { moveNote, openVault } from '@shoko/vault'

const [rootPath = '', from = '', to = ''] = process.argv.slice(2)
const { context, close } = openVault({ rootPath })
process.stdout.write('ready\n')
const started = performance.now()
const { total, warnings = [] } = await moveNote(context, { from, to })
await close()
process.stdout.write(`${JSON.stringify({ ms: performance.now() - started, total, warnings })}\n`)
