import { describe, expect, it } from 'vitest'
import type { SavableIndex } from './index-file.ts'
import { createIndexSaver } from './index-saver.ts'

type Outcome = 'saved' | 'changed' | 'failed'

function saverWith(outcomes: readonly Outcome[]) {
  const saves: number[] = []
  const index = { edition: 1 } as SavableIndex<object>
  const saver = createIndexSaver<object, SavableIndex<object>>({
    save: async ({ edition }) => outcomes[saves.push(edition) - 1]!,
  })
  return { saver, index, saves }
}

describe('the saver of an index', () => {
  it('saves again at the end what changed while it was being saved', async () => {
    const { saver, index, saves } = saverWith(['changed', 'saved'])
    expect(await saver.flush(index)).toBe(false)
    await saver.close(index)
    expect(saves).toEqual([1, 1])
  })

  it('saves once what stays as it is, and does not try again where the disk refuses', async () => {
    for (const outcome of ['saved', 'failed'] as const) {
      const { saver, index, saves } = saverWith([outcome])
      expect(await saver.flush(index)).toBe(outcome === 'saved')
      await saver.close(index)
      expect(saves).toEqual([1])
    }
  })
})
