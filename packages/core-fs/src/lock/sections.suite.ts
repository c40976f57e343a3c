import { holdSection } from '@shoko/testkit'
import { describe, expect, it } from 'vitest'
import { parsePath } from '../relative-path.ts'
import type { Root } from '../rooted-fs.ts'

/** Two ways to the same files, as two servers have them. What one acknowledges is what the other's next section sees. */
export type OpenPair = () => Promise<readonly [Root, Root]>

const NOTE = parsePath('a.md')

/** What every keeper of sections promises, whatever it keeps them in. */
export function describeSections(name: string, openPair: OpenPair): void {
  describe(`sections of ${name}`, () => {
    it('lose no update of a number that both sides raise', async () => {
      const [one, two] = await openPair()
      await one.exclusive(() => one.create(NOTE, '0'))
      const raise = (root: Root) =>
        root.exclusive(async () => {
          const { text, hash } = await root.readText(NOTE)
          await root.replace(NOTE, String(Number(text) + 1), { hash })
        })
      await Promise.all([one, two].flatMap((root) => Array.from({ length: 10 }, () => raise(root))))
      await two.exclusive(async () => expect((await two.readText(NOTE)).text).toBe('20'))
    })

    it('let one of two create a file', async () => {
      const [one, two] = await openPair()
      const outcomes = await Promise.allSettled(
        [one, two].map((root) => root.exclusive(() => root.create(parsePath('b/c.md'), 'x'))),
      )
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { reason: 'already_exists' } })
    })

    it('show the next one what the last one wrote, moved and removed', async () => {
      const [one, two] = await openPair()
      await one.exclusive(async () => {
        await one.create(parsePath('c/d.md'), 'd')
        await one.create(parsePath('c/e.md'), 'e')
      })
      await two.exclusive(async () => {
        await two.move(parsePath('c'), parsePath('f'))
        await two.remove(parsePath('f/e.md'))
      })
      await one.exclusive(async () => {
        expect((await one.readText(parsePath('f/d.md'))).text).toBe('d')
        expect(await one.find(parsePath('f/e.md'))).toBeUndefined()
        expect(await one.find(parsePath('c'))).toBeUndefined()
      })
    })

    it('are free again after the work has failed', async () => {
      const [one, two] = await openPair()
      await expect(one.exclusive(() => Promise.reject(new Error('mine')))).rejects.toThrow('mine')
      await expect(two.exclusive(async () => 'had')).resolves.toBe('had')
    })

    it('do not nest', async () => {
      const [one] = await openPair()
      await expect(one.exclusive(() => one.exclusive(async () => {}))).rejects.toThrow('must not open another')
    })

    it('are refused as busy when the patience ends, and left when the caller gives up', async () => {
      const [one, two] = await openPair()
      const held = await holdSection(one)
      await expect(two.exclusive(async () => {}, { timeoutMs: 60 })).rejects.toMatchObject({
        reason: 'busy',
        details: { retry: true },
      })
      const abort = new AbortController()
      const waiting = one.exclusive(async () => {}, { signal: abort.signal })
      abort.abort(new Error('no longer wanted'))
      await expect(waiting).rejects.toThrow('no longer wanted')
      await held.release()
      await expect(two.exclusive(async () => 'had')).resolves.toBe('had')
    })
  })
}
