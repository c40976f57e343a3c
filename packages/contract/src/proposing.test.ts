import { expect, it } from 'vitest'
import { DomainError } from './domain-error.ts'
import { proposing } from './proposing.ts'

const missing = () => Promise.reject(new DomainError('not_found', 'a.md: not found', { details: { path: 'a.md' } }))

it('adds names to an error that says that there is no such thing', async () => {
  await expect(proposing(missing, async () => ['b.md', 'c.md'])).rejects.toMatchObject({
    reason: 'not_found',
    message: 'a.md: not found; did you mean b.md or c.md?',
    details: { path: 'a.md', did_you_mean: ['b.md', 'c.md'] },
  })
})

it('leaves other errors, answers, and errors without a proposal as they are', async () => {
  const refused = new DomainError('withheld', 'no')
  await expect(
    proposing(
      () => Promise.reject(refused),
      async () => ['b.md'],
    ),
  ).rejects.toBe(refused)
  expect(
    await proposing(
      async () => 1,
      async () => ['b.md'],
    ),
  ).toBe(1)
  await expect(proposing(missing, async () => [])).rejects.toThrow('a.md: not found')
  await expect(proposing(missing, () => Promise.reject(new Error('disk')))).rejects.toThrow('a.md: not found')
})
