/** Writes the pictures of `shoko tour` and `shoko doctor --quality` in docs/pictures, from the built program and the demo workspace. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { cliMain, demoWorkspace } from '../packages/testkit/src/index.ts'
import { knownCards } from './record/known-cards.ts'
import { createSteadier } from './record/steady.ts'
import { type PictureOptions, terminalPicture } from './terminal-picture.ts'

const tour = { prompt: 'shoko tour', columns: 100 }
/** A README shows one question and the passage that answers it, as an agent gets it. */
const answer = (query: string) => {
  const args = JSON.stringify({ query, limits: { max_passages: 1, max_chars: 400 } })
  return {
    args: ['call', 'manual_find', args, '--text'],
    options: { prompt: `shoko call manual_find '${args}'`, columns: 100, lines: 18 },
  }
}
const pictures: Readonly<Record<string, { readonly args: readonly string[]; readonly options: PictureOptions }>> = {
  'tour.svg': { args: ['tour', '--lang', 'en'], options: tour },
  'tour.ja.svg': { args: ['tour', '--lang', 'ja'], options: tour },
  'tour.es.svg': { args: ['tour', '--lang', 'es'], options: tour },
  'readme.svg': answer('Who pays the postage for a return?'),
  'readme.ja.svg': answer('返金は何日以内ですか'),
  'readme.es.svg': answer('¿Quedan cubiertos los daños por cal?'),
  'quality.svg': { args: ['doctor', '--quality'], options: { prompt: 'shoko doctor --quality', columns: 120 } },
}

const folder = resolve(import.meta.dirname, '../docs/pictures')
const workspace = demoWorkspace()
mkdirSync(folder, { recursive: true })
for (const [name, { args, options }] of Object.entries(pictures)) {
  const { stdout, status, stderr } = spawnSync(process.execPath, [cliMain, ...args], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: workspace.path, ...workspace.env, FORCE_COLOR: '1', COLUMNS: String(options.columns) },
  })
  if (status !== 0) throw new Error(`shoko ${args.join(' ')} ended with ${status}: ${stderr}`)
  writeFileSync(join(folder, name), terminalPicture(createSteadier(knownCards())(stdout), options))
}
workspace.remove()
