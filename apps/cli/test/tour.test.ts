import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cliMain, plainEnvironment, runProgram } from '@shoko/testkit'
import { examples } from '@shoko/testkit/examples'
import { describe, expect, it } from 'vitest'
import { openDemo } from '../src/demo/demo-session.ts'
import { widthOf } from '../src/terminal/width.ts'
import { playTour } from '../src/tour/play.ts'
import { tourSteps } from '../src/tour/script.ts'
import { languageOf, languages, texts } from '../src/tour/texts.ts'
import { wrap } from '../src/tour/wrap.ts'

const tour = (args: readonly string[], env: Record<string, string> = {}) => runProgram(cliMain, { args: ['tour', ...args], env })
const copiesIn = (folder: string) => readdirSync(folder).filter((name) => name.startsWith('shoko-tour-'))

describe('the tour', () => {
  it.each(languages)(
    'shows find, read, cite, audit, card and task in %s, with its pauses in less than two minutes',
    async (language) => {
      const { signal } = new AbortController()
      const session = openDemo(signal)
      const lines: string[] = []
      let waited = 0
      const stage = {
        columns: 80,
        print: (line: string) => lines.push(line),
        paint: (_accent: unknown, text: string) => text,
        pause: async (milliseconds: number) => {
          waited += milliseconds
        },
        signal,
      }
      const played = await playTour(session, texts[language], stage).finally(() => session.close())
      const tools = played.map(({ tool }) => tool)
      for (const tool of ['manual_find', 'manual_read', 'vault_coverage', 'artifact_audit', 'kanban_new', 'create_task'])
        expect(tools).toContain(tool)
      for (const step of tourSteps(texts[language]))
        expect(lines.some((line) => line.endsWith(`. ${step.texts.title}`))).toBe(true)
      expect(lines.join('\n')).not.toMatch(/undefined|NaN|\[object/)
      expect(lines.filter((line) => widthOf(line) > 82)).toEqual([])
      expect(waited).toBeGreaterThan(30_000)
      expect(waited).toBeLessThan(100_000)
    },
  )
})

describe('shoko tour', () => {
  it('speaks the language of the terminal, leaves nothing behind, and reads no settings of the user', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'shoko-test-tmp-'))
    const { code, stdout, stderr } = await tour(['--fast'], {
      LANG: 'ja_JP.UTF-8',
      TMPDIR: folder,
      HTTP_PORT: 'nonsense',
      VAULT_ROOT: '/nowhere',
    })
    expect([code, stderr, copiesIn(folder)]).toEqual([0, '', []])
    expect(stdout).toContain('1. 探す')
    expect(stdout).not.toContain('\x1b')
  })

  it('gives the whole answers as JSON, in the language of the flag', async () => {
    const { language, calls } = JSON.parse((await tour(['--json', '--lang', 'es'], { LANG: 'ja_JP.UTF-8' })).stdout)
    expect(language).toBe('es')
    expect(calls.every(({ answer }: { answer: unknown }) => typeof answer === 'object')).toBe(true)
  })

  it('exits with 2 on a language that it does not speak', async () => {
    const { code, stderr } = await tour(['--lang', 'fr'])
    expect([code, stderr]).toEqual([2, expect.stringContaining('en, ja, es')])
  })

  it.skipIf(process.platform === 'win32')('removes its copy when it is interrupted', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'shoko-test-tmp-'))
    const child = spawn(process.execPath, [cliMain, 'tour', '--lang', 'en'], { env: { ...plainEnvironment(), TMPDIR: folder } })
    await once(child.stdout, 'data')
    child.kill('SIGINT')
    await once(child, 'close')
    expect([child.exitCode, copiesIn(folder)]).toEqual([130, []])
  })
})

describe('the language of a terminal', () => {
  examples('%j is %s', languageOf, [
    [{ LANG: 'ja_JP.UTF-8' }, 'ja'],
    [{ LANG: 'es_ES.UTF-8' }, 'es'],
    [{ LANG: 'es' }, 'es'],
    [{ LANG: 'ja_JP.UTF-8', LC_ALL: 'es_MX.UTF-8' }, 'es'],
    [{ LANG: 'de_DE.UTF-8' }, 'en'],
    [{ LANG: 'est_EE' }, 'en'],
    [{ LC_ALL: '', LANG: 'ja' }, 'ja'],
    [{}, 'en'],
  ])
})

describe('wrapping', () => {
  it('breaks at spaces and between Japanese characters, never before a full stop or behind a bracket', () => {
    expect(wrap('one two three', 8)).toEqual(['one two', 'three'])
    expect(wrap('日本語の文。', 10)).toEqual(['日本語の文。'])
    expect(wrap('日本語（注）', 8)).toEqual(['日本語', '（注）'])
    expect(wrap('', 8)).toEqual([''])
  })
})
