import { spawnSync } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import { findNotes, openVault, searchNotes, type VaultContext } from '@shoko/vault'
import { besideRipgrep, median, type Row, timed } from './measure.ts'

const ROUNDS = 5
const LATER_CALLS = 4
const EVERYTHING = 1_000_000

interface Kind {
  readonly mode: 'plain' | 'regex' | 'loose'
  readonly query: string
  readonly ripgrep: readonly string[]
}

const KINDS: readonly Kind[] = [
  { mode: 'plain', query: 'needle-', ripgrep: ['-F', 'needle-'] },
  { mode: 'regex', query: 'needle-\\d+ in', ripgrep: ['-i', 'needle-\\d+ in'] },
  { mode: 'loose', query: 'needlein haystack', ripgrep: ['-i', Array.from('needleinhaystack').join('[\\s\\-/()]*')] },
]

/** vault_search against `rg -j2` over the same notes, alternating, first and later calls apart. */
export async function benchSearch(notes: string): Promise<Row[]> {
  const rows: Row[] = []
  const hasRipgrep = spawnSync('rg', ['--version']).status === 0
  if (!hasRipgrep) rows.push({ what: 'ripgrep', value: 'is missing (Debian: apt install ripgrep): no peer here, times only' })
  for (const kind of KINDS) rows.push(...(await benchKind(notes, kind, hasRipgrep)))
  rows.push(...(await benchFind(notes)))
  return rows
}

async function benchKind(notes: string, kind: Kind, hasRipgrep: boolean): Promise<Row[]> {
  const [first, later, ripgrep]: [number[], number[], number[]] = [[], [], []]
  const search = (context: VaultContext) => searchNotes(context, { query: kind.query, mode: kind.mode, limit: EVERYTHING })
  const runRipgrep = () => spawnSync('rg', ['-j2', '-c', ...kind.ripgrep, notes])
  for (let round = 0; round < ROUNDS; round++) {
    const context = openVault({ root: notes })
    if (hasRipgrep) ripgrep.push(await timed(runRipgrep))
    first.push(await timed(() => search(context)))
    for (let call = 0; call < LATER_CALLS; call++) {
      if (hasRipgrep) ripgrep.push(await timed(runRipgrep))
      later.push(await timed(() => search(context)))
    }
    await context.close()
  }
  return [
    { what: `vault_search ${kind.mode}, first call`, value: besideRipgrep(median(first), ripgrep) },
    { what: `vault_search ${kind.mode}, later calls`, value: besideRipgrep(median(later), ripgrep) },
  ]
}

/** What the threads analyse between two calls takes seconds; a call in the meantime reads what is not indexed yet. */
const INDEXED_AFTER_MS = 8000

async function benchFind(notes: string): Promise<Row[]> {
  const context = openVault({ root: notes })
  const find = (query: string) => timed(() => findNotes(context, { query }))
  const several = async (query: string) => {
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) times.push(await find(query))
    return median(times)
  }
  const [first, second] = [await find('giraffe'), await find('okapi')]
  await setTimeout(INDEXED_AFTER_MS)
  const rows: [string, number][] = [
    ['first call, no match', first],
    ['second call at once, no match', second],
    ['indexed, no match', await several('okapi')],
    ['indexed, 20 matches', await several('needle haystack')],
    ['indexed, 200 candidates', await several('retention archive')],
  ]
  await context.close()
  return rows.map(([what, ms]) => ({ what: `vault_find, ${what}`, value: `${ms.toFixed(0)} ms` }))
}
