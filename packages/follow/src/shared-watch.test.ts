import { parsePath, type WatchBatch, type WatchOptions } from '@shoko/core-fs'
import { describe, expect, it } from 'vitest'
import { SharedWatch } from './shared-watch.ts'

function sharedWatch() {
  const opened: Pick<WatchOptions, 'onChange' | 'onState'>[] = []
  const source = {
    trusted: false,
    ready: Promise.resolve(),
    closed: false,
    async close() {
      source.closed = true
    },
  }
  const shared = new SharedWatch((heard) => {
    opened.push(heard)
    return source
  })
  return { shared, opened, source }
}

const batch: WatchBatch = { paths: [parsePath('a.md')], overflow: false }

describe('a shared watch', () => {
  it('opens nothing before it is started, and then one watcher', async () => {
    const { shared, opened } = sharedWatch()
    shared.listen({ onChange: () => {} })
    expect(opened).toHaveLength(0)
    await shared.start()
    await shared.start()
    expect(opened).toHaveLength(1)
  })

  it('tells every listener of changes and of trust, until it has closed', async () => {
    const { shared, opened, source } = sharedWatch()
    const heard: unknown[] = []
    const first = shared.listen({ onChange: ({ paths }) => heard.push(['first', ...paths]) })
    const second = shared.listen({ onChange: ({ paths }) => heard.push(['second', ...paths]), onState: (is) => heard.push(is) })
    await shared.start()
    source.trusted = true
    opened[0]!.onState!(true)
    opened[0]!.onChange(batch)
    await first.close()
    opened[0]!.onChange(batch)
    expect(heard).toEqual([true, ['first', 'a.md'], ['second', 'a.md'], ['second', 'a.md']])
    expect([first.trusted, second.trusted, shared.trusted]).toEqual([true, true, true])
  })

  it('passes on what is told without a watcher, also before it is started', () => {
    const { shared } = sharedWatch()
    const heard: WatchBatch[] = []
    shared.listen({ onChange: (told) => heard.push(told) })
    shared.publish(batch)
    expect(heard).toEqual([batch])
  })

  it('closes its watcher', async () => {
    const { shared, source } = sharedWatch()
    await shared.start()
    await shared.close()
    expect(source.closed).toBe(true)
  })
})
