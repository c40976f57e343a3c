import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { behindAnswers } from './json-log.ts'

it('lets lines out at the end of a turn, together and in their order', async () => {
  const written: string[] = []
  const write = behindAnswers((lines) => written.push(lines))
  write('one\n')
  write('two\n')
  expect(written).toEqual([])
  await nextTurn()
  expect(written).toEqual(['one\ntwo\n'])
  write('three\n')
  await nextTurn()
  expect(written).toEqual(['one\ntwo\n', 'three\n'])
})
