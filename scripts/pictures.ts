/**
 * Writes the pictures of `shoko init`, `shoko doctor` and `shoko find` in docs/pictures, from the built program
 * and the demo workspace: node scripts/pictures.ts
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { type PictureOptions, terminalPicture } from './terminal-picture.ts'

const root = resolve(import.meta.dirname, '..')
const home = mkdtempSync(join(tmpdir(), 'shoko-pictures-'))
const main = join(home, '.local/lib/shoko/dist/main.js')
const node = join(home, '.local/bin/node')
const COLUMNS = 110

try {
  furnish()
  picture('init', ['init', '--yes', '--client', 'claude-code,codex'], {})
  picture('doctor', ['doctor'], {})
  picture('find', ['find', '水害は対象ですか', '--limit', '3', '--explain'], { lines: 18 })
} finally {
  rmSync(home, { recursive: true, force: true })
}

/** A home folder like many: notes, manuals, a board, workspaces, two agents; the program as a person has it, with a Node of the person's own. */
function furnish(): void {
  const workspace = join(root, 'fixtures/workspace')
  cpSync(join(workspace, 'vault'), join(home, 'notes'), { recursive: true })
  cpSync(join(workspace, 'manuals'), join(home, 'manuals'), { recursive: true })
  cpSync(join(workspace, '.kanban'), join(home, 'shop/.kanban'), { recursive: true })
  cpSync(join(workspace, 'vibe'), join(home, '.vibe'), { recursive: true })
  cpSync(join(root, 'apps/cli/dist'), dirname(main), { recursive: true })
  mkdirSync(dirname(node), { recursive: true })
  write(
    '.claude.json',
    '{\n  "numStartups": 41,\n  "mcpServers": {\n    "playwright": { "command": "playwright-mcp", "args": [] }\n  }\n}\n',
  )
  write('.codex/config.toml', 'model = "gpt-5"\n')
  cpSync(process.execPath, node)
  symlinkSync(main, join(home, '.local/bin/shoko'))
  write('.local/lib/shoko/package.json', '{"type":"module"}')
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(home, path)), { recursive: true })
  writeFileSync(join(home, path), text)
}

function picture(name: string, args: readonly string[], options: PictureOptions): void {
  const env = { PATH: `${dirname(node)}:/usr/bin:/bin`, HOME: home, FORCE_COLOR: '1', COLUMNS: String(COLUMNS) }
  const { stdout, stderr, status } = spawnSync(node, [join(home, '.local/bin/shoko'), ...args], {
    cwd: home,
    env,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`shoko ${args.join(' ')} ended with ${status}: ${stderr}`)
  const prompt = ['shoko', ...args.map((arg) => (/^[\w.,/-]+$/.test(arg) ? arg : `"${arg}"`))].join(' ')
  const svg = terminalPicture(stdout.replaceAll(home, '/home/mio'), { prompt, columns: COLUMNS, ...options })
  mkdirSync(join(root, 'docs/pictures'), { recursive: true })
  writeFileSync(join(root, 'docs/pictures', `${name}.svg`), svg)
}
