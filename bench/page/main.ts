/**
 * How fast the page is in a real browser, beside Backlog.md's: `node --conditions=shoko-source bench/page/main.ts` (build first).
 * Writes docs/page-speed.md when everything was measured; `--only PART` measures a part, `--idle-seconds N` waits less.
 */
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { startBrowser } from '../../packages/page/test/browser.ts'
import { firstPaint, idle, openBoard, palette, scroll } from './measure.ts'
import { markdownReport, type Row } from './report.ts'
import { noteTitle, type OwnSide, type Side, startBacklog, startShoko } from './sides.ts'
import { together } from './together.ts'

const { values } = parseArgs({ options: { only: { type: 'string' }, 'idle-seconds': { type: 'string', default: '60' } } })
const { only } = values
const RUNS = 5
/** Of keys in the palette: one that waits is rare, and shows among many only. */
const KEYS = 24
const [CARDS, MANY_CARDS, NOTES] = [1_000, 10_000, 10_000]
const seconds = Number(values['idle-seconds'])

const browser = await startBrowser()
if (browser === undefined) process.exit(1)
const rows: Row[] = []
const add = (row: Row) => {
  rows.push(row)
  console.log(`${row.what}: ${row.shoko} | Backlog.md ${row.neighbour ?? '–'} | wanted: ${row.wanted}`)
}
if (only !== 'many' && only !== 'palette') await besideTheNeighbour()
if (only === undefined || only === 'many') await manyCards()
if (only === undefined || only === 'palette') await manyNotes()
await browser.close()
if (only === undefined) writeFileSync(resolve(import.meta.dirname, '../../docs/page-speed.md'), markdownReport(rows))

/** One run of the one, one of the other, so that both meet the same machine. */
async function besideTheNeighbour(): Promise<void> {
  const own = await startShoko({ cards: CARDS })
  const sides = [own, ...(only === 'shoko' ? [] : [await startBacklog({ cards: CARDS })])]
  const paints = await interleaved(sides, async (side) => () => firstPaint(browser!, side))
  add({ what: `${CARDS.toLocaleString('en')} cards: first paint of the cards`, wanted: 'under 300 ms', ...columns(paints) })
  const boards = await Promise.all(sides.map((side) => openBoard(browser!, side)))
  const drags = await interleaved(sides, async (side) => boards[sides.indexOf(side)]!.drag)
  add({ what: 'a card let go over another column, until it is painted there', wanted: 'within 50 ms', ...columns(drags) })
  const keys = await interleaved(sides.slice(0, 1), async () => boards[0]!.key)
  add({ what: 'a card moved by a key', wanted: 'within 50 ms', ...columns(keys) })
  const heard = await interleaved(sides.slice(0, 1), async () => boards[0]!.heard)
  add({ what: "an agent's move, until the page shows it", wanted: 'within 500 ms', ...columns(heard) })
  for (const board of boards) await board.close()
  await addTogether(own)
  const sent = await Promise.all(sides.map((side) => idle(browser!, side, seconds)))
  add({ what: `sent by an idle page in ${seconds} s`, wanted: '0', shoko: String(sent[0]), neighbour: text(sent[1]) })
  for (const side of sides) await side.stop()
}

async function addTogether(side: OwnSide): Promise<void> {
  const { byBrowser, byAgent, fromAgent } = await together(browser!, side, RUNS)
  const wanted = 'within 500 ms'
  add({ what: 'a key in one browser, until a second one shows it', wanted, shoko: figures(byBrowser) })
  add({ what: 'the same key, until an agent on stdio is told', wanted, shoko: figures(byAgent) })
  add({ what: "the stdio agent's move, until both browsers show it", wanted, shoko: figures(fromAgent) })
}

async function manyCards(): Promise<void> {
  const side = await startShoko({ cards: MANY_CARDS })
  const paints = await interleaved([side], async () => () => firstPaint(browser!, side))
  add({ what: `${MANY_CARDS.toLocaleString('en')} cards: first paint of the cards`, wanted: '–', ...columns(paints) })
  const frames = await scroll(browser!, side)
  const longest = frames.slice(0, 3).map((ms) => Math.round(ms))
  add({ what: 'the longest frames while a column is scrolled', wanted: 'none over 100 ms', shoko: `${longest.join(', ')} ms` })
  await side.stop()
}

async function manyNotes(): Promise<void> {
  const side = await startShoko({ cards: 100, notes: NOTES })
  const titles = Array.from({ length: KEYS + 1 }, (_, n) => noteTitle((n * 911 + 17) % NOTES).slice(0, 'Record 00000'.length))
  const [first, ...taken] = await palette(browser!, side, titles)
  const what = `${NOTES.toLocaleString('en')} notes: a key in the palette, until the titles are painted`
  add({ what, wanted: 'under 50 ms', shoko: figures(taken) })
  const cold = 'the very first of them, a quarter of a second after the page of a server just started shows its cards'
  add({ what: cold, wanted: '–', shoko: `${Math.round(first!)} ms` })
  await side.stop()
}

/** The first run of each warms it up and is not counted. */
async function interleaved(sides: readonly Side[], prepare: (side: Side) => Promise<() => Promise<number>>): Promise<number[][]> {
  const measures = await Promise.all(sides.map(prepare))
  const taken = sides.map(() => [] as number[])
  for (let run = 0; run <= RUNS; run++)
    for (const [index, measure] of measures.entries()) {
      const ms = await measure()
      if (run > 0) taken[index]!.push(ms)
    }
  return taken
}

function columns([ours, theirs]: readonly number[][]): Pick<Row, 'shoko' | 'neighbour'> {
  return { shoko: figures(ours!), ...(theirs === undefined ? {} : { neighbour: figures(theirs) }) }
}

function figures(taken: readonly number[]): string {
  const sorted = [...taken].sort((a, b) => a - b).map((ms) => Math.round(ms))
  return `${sorted[Math.floor(sorted.length / 2)]} ms (${sorted[0]} to ${sorted.at(-1)})`
}

function text(count: number | undefined): string | undefined {
  return count === undefined ? undefined : String(count)
}
