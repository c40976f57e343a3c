import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cliMain, demoWorkspace, runProgram } from '@shoko/testkit'
import { expect, it, onTestFinished } from 'vitest'

function workspace() {
  const demo = demoWorkspace()
  onTestFinished(demo.remove)
  return {
    ...demo,
    run: (...args: string[]) => runProgram(cliMain, { args: ['export', ...args], env: demo.env, cwd: demo.path }),
  }
}

it('writes the board of this folder as one file, and replaces it only when asked', async () => {
  const { path, run } = workspace()
  const first = await run('board.html')
  expect(first).toMatchObject({ code: 0, stderr: '' })
  expect(first.stdout).toMatch(/^board\.html {2}\d+ kB/)
  const page = readFileSync(join(path, 'board.html'), 'utf8')
  expect(page).toContain('Label proof in three languages')
  expect(page).not.toContain('<script')
  expect(await run('board.html')).toMatchObject({ code: 1, stderr: expect.stringContaining('--force replaces it') })
  expect(await run('board.html', '--force')).toMatchObject({ code: 0 })
})

it.each([
  [[], 'usage: shoko export FILE.html', 2],
  [['board.pdf'], 'the file is named .html', 2],
  [['no/such/folder/board.html'], 'ENOENT', 1],
  [['board.html', '--board', 'nowhere'], 'nowhere', 1],
] as const)('refuses %j', async (args, words, code) => {
  const { run } = workspace()
  const refused = await run(...args)
  expect(refused.code).toBe(code)
  expect(refused.stderr).toContain(words)
})
