import { describe, expect, it } from 'vitest'
import type { ChangeFeed } from './change-feed.ts'

interface OpenFeed {
  readonly feed: ChangeFeed
  /** What listeners threw. */
  readonly errors: readonly unknown[]
  /** Resolves when what was published has been told. */
  settled(): Promise<void>
}

/** What every feed of changes keeps to, wherever the changes come from. */
export function describeChangeFeed(name: string, open: () => Promise<OpenFeed>): void {
  describe(name, () => {
    it('tells every listener of every change, in order', async () => {
      const { feed, settled } = await open()
      const heard: string[][] = [[], []]
      for (const own of heard) feed.subscribe(({ uri }) => own.push(uri))
      for (const uri of ['a://1', 'a://2', 'a://1']) feed.publish({ uri })
      await settled()
      expect(heard).toEqual([
        ['a://1', 'a://2', 'a://1'],
        ['a://1', 'a://2', 'a://1'],
      ])
    })

    it('tells nobody who has ended listening, also when that happens while it tells', async () => {
      const { feed, settled } = await open()
      const heard: string[] = []
      const stop = feed.subscribe(({ uri }) => {
        heard.push(uri)
        stop()
      })
      feed.publish({ uri: 'a://1' })
      feed.publish({ uri: 'a://2' })
      await settled()
      expect(heard).toEqual(['a://1'])
    })

    it('goes on when a listener throws, and says so', async () => {
      const { feed, errors, settled } = await open()
      const heard: string[] = []
      feed.subscribe(() => {
        throw new Error('full')
      })
      feed.subscribe(({ uri }) => heard.push(uri))
      feed.publish({ uri: 'a://1' })
      await settled()
      expect([heard, errors.map(String)]).toEqual([['a://1'], ['Error: full']])
    })
  })
}
