import { expect, it } from 'vitest'
import { startFailure } from './worker-handle.ts'

// Found by running a server with 30 descriptors: a search answered "internal error" instead of naming the cause.
it('names the lack of descriptors when a thread cannot start', () => {
  for (const words of [
    'Worker initialization failure: EMFILE',
    'Cannot read package config /x/package.json: too many open files.',
  ])
    expect(startFailure(new Error(words))).toMatchObject({ reason: 'disk_error', message: expect.not.stringContaining('/x/') })
  expect(startFailure(new Error('x is not a function'))).toBeUndefined()
})
