import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Clock, plainCall } from '@shoko/contract'
import { listCards, newCard, openKanban } from '@shoko/kanban-bridge'
import { createTask, listTasks, logSession, openVibe, readDoc, search } from '@shoko/vibe-bridge'
import { Random } from '../random.ts'
import { defineRun, type Failure, type RunOrder, type RunOutcome } from '../run.ts'

const HOUR = 3_600_000
const LOOKS = 100

export const run = defineRun('clock-steps', stepClock, { full: { steps: 2_000 }, expectedSeconds: 15, cores: 1 })

/** The hour changes with every look, backwards as often as forwards. */
function restless(random: Random): Clock {
  let offset = 0
  return {
    now() {
      if (random.below(3) === 0) offset += (random.below(49) - 24) * HOUR
      return Date.now() + offset
    },
  }
}

async function stepClock(order: RunOrder): Promise<RunOutcome> {
  const random = new Random(order.seed)
  const failures: Failure[] = []
  const expect = (what: string, holds: boolean) => void (holds || failures.push({ what }))
  for (const folder of ['.kanban', 'vibe/p/references']) mkdirSync(join(order.folder, folder), { recursive: true })
  const kanban = openKanban({ roots: [order.folder], clock: restless(random) })
  const vibe = openVibe({ root: join(order.folder, 'vibe'), clock: restless(random) })
  const note = join(order.folder, 'vibe/p/references/note.md')
  const ids: string[] = []
  const half = Math.ceil(order.counts.steps! / 2)
  try {
    for (let step = 0; step < half && failures.length < 10; step++) {
      order.signal.throwIfAborted()
      const { cardId } = await newCard(kanban, { board: '.', title: `card ${step}` })
      expect(`id ${cardId} does not grow: ${ids.at(-1)}`, ids.at(-1) === undefined || cardId > ids.at(-1)!)
      ids.push(cardId)
      const task = { title: `task ${step}`, objective: 'x', steps: ['a'], acceptance_criteria: ['b'] }
      if (step % 10 === 0) await createTask(vibe, { project: 'p', ...task }, plainCall)
      if (step % 10 === 5) await logSession(vibe, { project: 'p', content: `session ${step}` }, plainCall)
      if (step % 20 === 7) await editAsOfOld(step)
    }
    const { items } = await listCards(kanban, { board: '.', limit: 1000 })
    expect(`${items.length} cards are listed, ${half} were made`, items.length === Math.min(1000, half))
    const { total } = await listTasks(vibe, { project: 'p' }, plainCall)
    expect(`${total} tasks are listed, ${Math.ceil(half / 10)} were made`, total === Math.ceil(half / 10))
  } finally {
    await kanban.close()
    await vibe.close()
  }
  return { figures: { steps: half * 2, ids: ids.length }, failures }

  /** A program that keeps old times (git, rsync, unpacking) puts a file of the same length in place, dated years back. */
  async function editAsOfOld(step: number): Promise<void> {
    const words = `unique${String(step).padStart(6, '0')}`
    writeFileSync(note, `# ${words}\n`)
    utimesSync(note, 1_600_000_000, 1_600_000_000)
    const { content } = await readDoc(vibe, { project: 'p', folder: 'references', filename: 'note.md' })
    expect(`an edit with an old date is not read: ${content}`, content.includes(words))
    // The watcher tells of it within moments, whatever the clock says.
    for (let look = 0; look < LOOKS; look++) {
      if ((await search(vibe, { query: words }, plainCall)).results.length === 1) return
      await sleep(50)
    }
    failures.push({ what: `an edit with an old date is not found: ${words}` })
  }
}
