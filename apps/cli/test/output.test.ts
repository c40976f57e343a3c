import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { cliMain, runProgram, temporaryTree } from '@shoko/testkit'
import { describe, expect, it } from 'vitest'
import { filtered, ownSequence } from '../src/terminal/output.ts'

const src = resolve(import.meta.dirname, '../src')
const clipboardTheft = '\x1b]52;c;aGFjaw==\x07\x1b[2J'

/** A workspace whose contents and names try to speak to the terminal, and to pass for several lines. */
function hostileTree() {
  return temporaryTree({
    'vault/evil.md': `# A ${clipboardTheft}\n\nword\rover \x9b31m ${clipboardTheft}\n`,
    'vault/line\nbreak.md': '# B\n',
    'manuals/m/a.md': `# Pump ${clipboardTheft}\n\nThe pump ${clipboardTheft} turns.\n`,
    'manuals/m/b\nfake.md': '# Pump two\n\nThe pump stops.\n',
    '.kanban/columns.toml': 'columns = ["backlog", "done"]\n',
    '.kanban/backlog/01J9ZXW3V0AAAAAAAAAAAAAAAA__x.md': `---\nid: 01J9ZXW3V0AAAAAAAAAAAAAAAA\ntitle: "card \\e[31m\\nsecond line"\n---\n\nbody ${clipboardTheft}\n`,
    'vibe/p/tasks/001-x.md': `# Task ${clipboardTheft}\n\n**Status**: pending\n\nvalve ${clipboardTheft}\n`,
  })
}

function environmentOf(tree: ReturnType<typeof hostileTree>) {
  return {
    PATH: process.env.PATH ?? '',
    HOME: tree.path,
    TERM: 'xterm',
    WORKSPACE_ROOT: tree.path,
    VIBE_ROOT: tree.at('vibe'),
    XDG_CACHE_HOME: tree.at('.cache'),
  }
}

const commands: readonly (readonly string[])[] = [
  ['call', 'vault_read', '{"path":"evil.md","full":true}'],
  ['call', 'vault_read', '{"path":"evil.md","full":true}', '--json'],
  ['call', 'vault_ls', '{}'],
  ['call', 'kanban_list', '{"board":"."}', '--json'],
  ['call', 'vault_read', '{"path":"no\u009b31m.md","full":true}'],
  ['find', 'pump', '--explain'],
  ['kanban', 'list'],
  ['kanban', 'show', '01J9ZXW3V0AAAAAAAAAAAAAAAA', '--full'],
  ['kanban', 'lint'],
  ['vibe', 'search', 'valve'],
  ['vibe', 'tasks'],
  ['check'],
  ['doctor'],
  ['doctor', '--quality', '--time-limit', '5'],
  ['tools', 'vault_read'],
  ['init', '--dry-run'],
  ['no\x1b[31msuch'],
]

describe('what the CLI writes', () => {
  it.skipIf(!existsSync('/usr/bin/script')).each(commands.map((args) => [args]))('moves no terminal: %j', (args) => {
    const tree = hostileTree()
    const line = [process.execPath, cliMain, ...args].map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ')
    const { stdout } = spawnSync('/usr/bin/script', ['-qec', line, '/dev/null'], { cwd: tree.path, env: environmentOf(tree) })
    const shown = stdout.toString('utf8')
    expect(shown).not.toBe('')
    // Our own colours and the erasing of the progress line; carriage returns only where the terminal adds them.
    const rest = shown.replaceAll(/\x1b\[(\d+(;\d+)*m|K)|\r(?=\x1b|[█░]|\n)|\n/g, '')
    expect(rest).not.toMatch(/[\0-\x08\x0b\x0c\r\x0e-\x1f\x7f-\x9f]/)
    expect(shown).not.toContain('\x1b[31m\x1b[0msuch')
    expect(shown).not.toContain('\x1b]52')
  })

  it('keeps the bytes of contents in a pipe, and names on one line', async () => {
    const tree = hostileTree()
    const run = (...args: readonly string[]) => runProgram(cliMain, { args, env: environmentOf(tree), cwd: tree.path })
    expect((await run('call', 'vault_read', '{"path":"evil.md","full":true}', '--text')).stdout).toContain(clipboardTheft)
    const list = (await run('kanban', 'list')).stdout
    expect(list.split('\n').filter((one) => one !== '')).toHaveLength(2)
    expect(list).toContain('␊second line')
    const [counts, ...found] = (await run('find', 'pump')).stdout.trimEnd().split('\n')
    expect(counts).toMatch(/^\d+ found/)
    // The place of a passage, its lines, an empty line, then one line a section.
    for (const one of found) expect(one).toMatch(/^(\S+:\d+-\d+ {2}.+| {2}\| .*|| +\d+\. .+)$/)
  })

  it('passes what this program means, and nothing that looks like it', () => {
    const own = ownSequence('\x1b[31m')
    expect(filtered(`${own}a\x1b[31mb`, { isTerminal: true })).toBe('\x1b[31ma␛[31mb')
    expect(filtered(`${own}a\x1b[31mb`, { isTerminal: false })).toBe('\x1b[31ma\x1b[31mb')
    expect(filtered(`${ownSequence('\r\x1b[K')}x\ry`, { isTerminal: true })).toBe('\r\x1b[Kx␍y')
  })

  it('is written in one file only', () => {
    const writers = globSync('**/*.ts', { cwd: src }).filter((path) =>
      /process\.std(out|err)\.write|console\.|styleText/.test(readFileSync(join(src, path), 'utf8')),
    )
    expect(writers).toEqual(['terminal/paint.ts'])
  })
})
