import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cliMain, runProgram, temporaryTree } from '@shoko/testkit'
import { describe, expect, it } from 'vitest'

const script = async (shell: string) =>
  (await runProgram(cliMain, { args: ['completion', shell], env: { HOME: temporaryTree().path } })).stdout

/** What bash offers for this line, cursor at its end. */
function offered(source: string, line: string): readonly string[] {
  const words = line.split(' ')
  const program = `${source}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _shoko; printf '%s\\n' "\${COMPREPLY[@]}"`
  return execFileSync('bash', ['--norc', '-c', program], { encoding: 'utf8' })
    .split('\n')
    .filter((word) => word !== '')
}

describe('shoko completion', () => {
  it('completes commands, tools, subcommands, flags and their values in bash', async () => {
    const bash = await script('bash')
    expect(offered(bash, 'shoko ')).toEqual(expect.arrayContaining(['init', 'doctor', 'call', 'help']))
    expect(offered(bash, 'shoko do')).toEqual(['doctor'])
    expect(offered(bash, 'shoko call vault_re')).toEqual(['vault_read', 'vault_replace'])
    expect(offered(bash, 'shoko kanban li')).toEqual(['list', 'lint'])
    expect(offered(bash, 'shoko stdio --vault-r')).toEqual(['--vault-root'])
    expect(offered(bash, 'shoko init --vau')).toEqual(['--vault'])
    expect(offered(bash, 'shoko init --client cl')).toEqual(['claude-code', 'claude-desktop', 'cline'])
    expect(offered(bash, 'shoko http --log-level ')).toEqual(['error', 'warn', 'info', 'debug'])
    expect(offered(bash, 'shoko completion ')).toEqual(['bash', 'zsh', 'fish'])
    expect(offered(bash, 'shoko init --vault ')).toEqual([])
  })

  it.each([
    ['zsh', '/usr/bin/zsh', ['-n']],
    ['fish', '/usr/bin/fish', ['--no-execute']],
  ])('prints a script that %s can read', async (shell, program, args) => {
    const text = await script(shell)
    expect(text).toContain('vault_read')
    expect(text).toContain('vault-root')
    if (existsSync(program)) execFileSync(program, [...args, '/dev/stdin'], { input: text })
  })

  it('names the shells it knows', async () => {
    const { code, stderr } = await runProgram(cliMain, { args: ['completion', 'bsh'] })
    expect([code, stderr.includes('did you mean bash?')]).toEqual([2, true])
  })
})
