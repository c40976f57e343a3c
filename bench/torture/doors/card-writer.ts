// Makes and changes cards where the attacker exchanges: `card-writer.mjs <folder>`, until its input ends. Prints what it saw as JSON.
import { join } from 'node:path'
import { DomainError } from '@shoko/contract'
import { openDomain } from '../writers/callers.ts'

const [folder = ''] = process.argv.slice(2)
const seen = { made: 0, changed: 0, refused: 0, bugs: [] as string[] }
let isOver = false
process.stdin.on('end', () => {
  isOver = true
})
process.stdin.resume()
process.stdout.write('writing\n')

// A server that is started in the middle of it opens its board anew; a running one holds it.
while (!isOver) {
  const { call, close } = await openDomain('kanban', join(folder, 'root'))
  for (let n = 0; n < 200 && !isOver; n++) await attempt(call, n)
  await close().catch(note)
}
process.stdout.write(`${JSON.stringify(seen)}\n`)

async function attempt(call: Awaited<ReturnType<typeof openDomain>>['call'], n: number): Promise<void> {
  try {
    const made = await call({ tool: 'kanban/new', args: { board: '.', title: `Card ${n}` } })
    seen.made++
    const card = { board: '.', cardId: String(made.cardId) }
    await call({ tool: 'kanban/update', args: { ...card, patch: { body: { text: `inside ${n}` } } } })
    await call({ tool: 'kanban/notes.append', args: { ...card, text: 'inside' } })
    await call({ tool: n % 2 === 0 ? 'kanban/done' : 'kanban/move', args: n % 2 === 0 ? card : { ...card, toColumn: 'doing' } })
    seen.changed++
  } catch (error) {
    note(error)
  }
}

function note(error: unknown): void {
  seen.refused++
  if (!(error instanceof DomainError) && seen.bugs.length < 5)
    seen.bugs.push(String(error instanceof Error ? error.stack : error))
}
