import { expect, it, onTestFinished, vi } from 'vitest'
import { withConfig } from './from-process.ts'

it('shows what a terminal would obey in a bad setting, on one line', async () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  onTestFinished(() => write.mockRestore())
  expect(await withConfig(['--no\u009b31m-such\n-flag=x', '--log-level', 'loud\u009b31m\u202e'], async () => 0)).toBe(2)
  const shown = write.mock.calls.map(([text]) => String(text)).join('')
  expect(shown).toMatch(/LOG_LEVEL: must be one of/)
  expect(shown).not.toMatch(/[\0-\x09\x0b-\x1f\x7f-\x9f\u202e]/)
  expect(shown.trimEnd().split('\n')).toHaveLength(2)
})
