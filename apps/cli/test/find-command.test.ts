import { describe, expect, it } from 'vitest'
import { workspace } from '../../../packages/manual/test/workspace.ts'
import { runFind } from '../src/families/find-command.ts'

const tree = { 'm/care.md': '# Care\n\n## ボイラーの清掃\n\n手順: 月に一度。消耗部品は対象外です。\n\n## Prices\n\nAsk.\n' }

describe('runFind', () => {
  it('prints the passages that answer, and then the places found, best first', async () => {
    const { stdout, stderr, exitCode } = await runFind(workspace(tree), ['消耗部品', '対象外'])
    expect(exitCode).toBe(0)
    expect(stderr).toBe('')
    expect(stdout).toMatch(
      /^\d+ found, [a-z ]+; conflicts \d+, gaps \d+\nm\/care\.md:5-5 {2}Care > ボイラーの清掃 \([\d.]+\)\n {2}\| 手順: 月に一度。消耗部品は対象外です。\n\n {2}1\. +\d+\.\d\d {2}m\/care\.md:3 {2}ボイラーの清掃\n/,
    )
  })

  it('explains signals, terms, score, claims and what is open', async () => {
    const { stdout } = await runFind(workspace(tree), ['ボイラー 清掃', '--explain', '--limit', '1'])
    expect(stdout).toMatch(/signals: .*heading.*; terms: .*清掃/)
    expect(stdout).toMatch(/score: rank_\w+ \d+\.\d\d \+ /)
    expect(stdout).toMatch(/^claim: .*(?:supported|unresolved) \(/m)
  })

  it('prints JSON for programs', async () => {
    const { stdout } = await runFind(workspace(tree), ['ボイラー', '--json', '--explain', '--manual', 'm'])
    expect(JSON.parse(stdout)).toMatchObject({
      summary: { candidates: 1 },
      passages: expect.any(Array),
      hits: [{ manual_id: 'm', path: 'care.md', start_line: 3, signals: expect.any(Array), score_parts: expect.any(Object) }],
      claims: expect.any(Array),
      next_actions: expect.any(Array),
    })
  })

  it('says so when nothing is found', async () => {
    expect(await runFind(workspace(tree), ['zzzz'])).toMatchObject({
      exitCode: 1,
      stdout: expect.stringContaining('0 found, blocked'),
    })
  })

  it.each([[[]], [['']], [['x', '--limit', '0']], [['x', '--unknown']]])('shows its usage for %j', async (argv) => {
    expect(await runFind(workspace(tree), argv)).toMatchObject({
      exitCode: 2,
      stdout: '',
      stderr: expect.stringContaining('usage:'),
    })
  })

  it('passes on why a search is refused', async () => {
    expect(await runFind(workspace(tree), ['x', '--manual', 'zzz'])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('no manual'),
    })
  })
})
