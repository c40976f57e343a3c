/**
 * Every command of README and guides but `npm test`, as printed, in a fresh clone, once for each Node:
 *
 *   node scripts/pages/main.ts [--node PATH]… [--only WORDS]
 *
 * Needs the network: a clone fetches what it is built with.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { commandsOf, pagesOf } from './page-commands.ts'
import { runCommand } from './run-command.ts'

const root = resolve(import.meta.dirname, '../..')
const { values } = parseArgs({ options: { node: { type: 'string', multiple: true }, only: { type: 'string' } } })
let failed = 0
for (const node of values.node ?? [process.execPath]) await walkThrough(node)
process.exit(failed === 0 ? 0 : 1)

async function walkThrough(node: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'shoko-clone-'))
  const [home, clone, bin] = [join(folder, 'home'), join(folder, 'shoko'), join(folder, 'bin')]
  const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim()
  try {
    mkdirSync(bin)
    cpSync(node, join(bin, 'node'), { dereference: true })
    cpSync(join(root, 'fixtures/workspace/vault'), join(home, 'notes'), { recursive: true })
    for (const name of ['notes/.obsidian', '.codex']) mkdirSync(join(home, name), { recursive: true })
    const cloned = spawnSync('git', ['clone', '--quiet', '--depth', '1', `file://${root}`, clone], { encoding: 'utf8' })
    if (cloned.status !== 0) throw new Error(cloned.stderr)
    const env = { ...networkSettings(), PATH: [bin, '/usr/bin', '/bin'].join(delimiter), HOME: home, NO_COLOR: '1' }
    const lines = new Set(pagesOf(clone).flatMap((page) => commandsOf(clone, page).map(({ line }) => line)))
    for (const line of lines) {
      if (line === 'npm test' || !line.includes(values.only ?? '')) continue
      const begun = performance.now()
      const { code, output } = await runCommand(line, { root: clone, env })
      if (code !== 0) failed++
      console.log(
        `${version}  ${code === 0 ? 'ok  ' : 'FAIL'}  ${((performance.now() - begun) / 1000).toFixed(1).padStart(6)} s  ${line}`,
      )
      if (code !== 0) console.log(output.trim().split('\n').slice(-8).join('\n'))
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** How this machine reaches the network; all else of its user stays outside. */
function networkSettings(): Record<string, string> {
  const own = Object.entries(process.env).filter(([name]) => /proxy|cert|^npm_config_/i.test(name))
  const settings = join(homedir(), '.npmrc')
  return {
    ...Object.fromEntries(own.map(([name, value]) => [name, value ?? ''])),
    ...(existsSync(settings) ? { npm_config_userconfig: settings } : {}),
  }
}
