import { DomainError, type LogLevel, plainCall, systemClock } from '@shoko/contract'
import { describe, expect, it } from 'vitest'
import type { AskableName } from './askable.ts'
import type { FindRequest, FoundPassage } from './family-find.ts'
import { type EverythingContext, findEverywhere } from './shoko-find.ts'

const passage = (text: string, confidence: number, type = 'vault_read'): FoundPassage => ({
  ref: { path: 'a.md' },
  heading: 'A',
  text,
  confidence,
  read: { type, params: { path: 'a.md' } },
})

type Answers = Partial<Record<AskableName, readonly FoundPassage[] | Error>>

function context(answers: Answers, asked: FindRequest[] = [], logged: LogLevel[] = []): EverythingContext {
  return {
    clock: systemClock,
    logger: { log: (level) => logged.push(level) },
    listedName: (name) => name.replace('/', '_'),
    families: Object.entries(answers).map(([name, answer]) => ({
      name: name as AskableName, // keys of Answers
      find: async (request) => {
        asked.push(request)
        if (answer instanceof Error) throw answer
        return { candidates: answer.length, passages: answer }
      },
    })),
  }
}

describe('shoko_find', () => {
  it('answers with the passages of all families, best first, and says which family each is from', async () => {
    const ctx = context({ vault: [passage('one', 0.4)], manual: [passage('two', 0.8)], vibe: [] })
    const { passages, summary } = await findEverywhere(ctx, { query: 'q' })
    expect(passages.map(({ family, text }) => [family, text])).toEqual([
      ['manual', 'two'],
      ['vault', 'one'],
    ])
    expect(passages[0]).not.toHaveProperty('read')
    expect(summary.families).toMatchObject({ vault: { candidates: 1 }, manual: { candidates: 1 }, vibe: { candidates: 0 } })
  })

  it.each([
    ['ready', [passage('a', 0.5)]],
    ['needs_followup', [passage('a', 0.49)]],
    ['blocked', []],
  ])('is %s by the best passage', async (status, found) => {
    expect((await findEverywhere(context({ vault: found }), { query: 'q' })).summary.integration_status).toBe(status)
  })

  it('tells of a family that fails beside what the others answer', async () => {
    const failing = new DomainError('not_found', 'the vault is not there; shoko init makes one')
    const { passages, summary } = await findEverywhere(context({ vault: failing, manual: [passage('two', 0.8)] }), { query: 'q' })
    expect(passages).toHaveLength(1)
    expect(summary.families.vault).toEqual({ error: 'the vault is not there; shoko init makes one' })
  })

  it('keeps the words of a bug for the log', async () => {
    const logged: LogLevel[] = []
    const ctx = context({ vault: new Error('/home/mio/secret'), manual: [] }, [], logged)
    expect((await findEverywhere(ctx, { query: 'q' })).summary.families.vault?.error).not.toContain('/home')
    expect(logged).toEqual(['error'])
  })

  it('asks only the families that are named', async () => {
    const asked: FindRequest[] = []
    await findEverywhere(context({ vault: [], manual: [], vibe: [] }, asked), { query: 'q', in: ['manual'] })
    expect(asked).toHaveLength(1)
  })

  it('refuses a family that is not served, and names those that are', async () => {
    const refused = findEverywhere(context({ vault: [], manual: [] }), { query: 'q', in: ['kanban'] })
    await expect(refused).rejects.toMatchObject({ reason: 'not_served', message: expect.stringContaining('vault, manual') })
  })

  it('shows nothing when nothing is to be shown, and its status is the same', async () => {
    const asked: FindRequest[] = []
    const ctx = context({ vault: [passage('a', 0.9)] }, asked)
    const { passages, summary } = await findEverywhere(ctx, { query: 'q', limits: { max_passages: 0 } })
    expect([passages, summary.integration_status]).toEqual([[], 'ready'])
    expect(asked[0]?.limits).toEqual({ maxPassages: 3, maxChars: 1500 })
  })

  it('proposes the call that reads on, by the name that the client sees', async () => {
    const ctx = context({ kanban: [passage('a', 0.9, 'kanban/card')] })
    expect((await findEverywhere(ctx, { query: 'q' })).next_actions).toEqual([
      { type: 'kanban_card', confidence: 0.9, params: { path: 'a.md' } },
    ])
  })

  it('stops when the caller does', async () => {
    const stopped = { ...plainCall, signal: AbortSignal.abort() }
    await expect(findEverywhere(context({ vault: [] }), { query: 'q' }, stopped)).rejects.toThrow()
  })
})
