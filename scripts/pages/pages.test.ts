import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { widthOf } from '../../apps/cli/src/terminal/width.ts'
import { commandsOf, pagesOf } from './page-commands.ts'
import { type Place, runCommand } from './run-command.ts'

const root = resolve(import.meta.dirname, '../..')
const home = mkdtempSync(join(tmpdir(), 'shoko-pages-'))
/** Whoever reads has some notes and an agent; nothing of the person who runs the tests. */
const place: Place = {
  root,
  env: {
    PATH: [dirname(process.execPath), process.env.PATH ?? ''].join(delimiter),
    HOME: home,
    NO_COLOR: '1',
    SHOKO_IS_BUILT: '1',
    npm_config_update_notifier: 'false',
  },
}

beforeAll(() => {
  cpSync(join(root, 'fixtures/workspace/vault'), join(home, 'notes'), { recursive: true })
  mkdirSync(join(home, 'notes/.obsidian'), { recursive: true })
  mkdirSync(join(home, '.codex'))
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

const commands = pagesOf(root).flatMap((page) => commandsOf(root, page))
const distinct = [...new Set(commands.map(({ line }) => line))].filter((line) => line !== 'npm test')

describe('the commands of README and guides', () => {
  it('are found', () => {
    expect(pagesOf(root).length).toBeGreaterThan(8)
    for (const line of ['npm start', 'npm test', 'npm run shoko -- init', 'npm run shoko -- doctor --quality'])
      expect(commands.map((command) => command.line)).toContain(line)
  })

  it.each(distinct)(
    '%s works as it is printed',
    async (line) => {
      const { code, output } = await runCommand(line, place)
      expect([code, output]).toEqual([0, expect.any(String)])
    },
    600_000,
  )
})

describe('what npm start prints', () => {
  it('fits 80 columns, and the calls that it proposes work', async () => {
    const { output } = await runCommand('npm start', place)
    const lines = stripVTControlCharacters(output.slice(output.indexOf('Look at it')))
      .trimEnd()
      .split('\n')
    expect(lines.length).toBeLessThan(15)
    for (const line of lines) expect(widthOf(line), line).toBeLessThanOrEqual(80)
    const proposed = lines.map((line) => line.trim()).filter((line) => line.startsWith('npm run demo'))
    expect(proposed.length).toBeGreaterThan(1)
    for (const line of proposed) expect((await runCommand(line, place)).code, line).toBe(0)
  }, 600_000)

  it('explains itself', async () => {
    const { code, output } = await runCommand('npm start -- --help', place)
    expect([code, output.includes('usage: npm start')]).toEqual([0, true])
  }, 600_000)
})
