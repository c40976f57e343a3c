import { connect, demoWorkspace, type TestClient } from '@shoko/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

interface Found {
  readonly passages: readonly {
    readonly family: 'vault' | 'manual' | 'kanban' | 'vibe'
    readonly ref: Record<string, unknown>
    readonly text: string
    readonly confidence: number
  }[]
  readonly summary: { readonly integration_status: string; readonly families: Record<string, { readonly error?: string }> }
  readonly next_actions: readonly { readonly type: string; readonly params: Record<string, unknown> }[]
}

const readers = { vault: 'vault_read', manual: 'manual_read', kanban: 'kanban_card', vibe: 'read_doc' } as const

describe('shoko_find on the demo workspace', () => {
  const workspace = demoWorkspace()
  let client: TestClient
  const find = async (args: Record<string, unknown>) => {
    const answer = await client.call('shoko_find', args)
    if (!answer.ok) throw new Error(JSON.stringify(answer))
    return answer.output as unknown as Found
  }

  beforeAll(async () => {
    client = await connect({ transport: 'stdio', env: workspace.env }, 'v2-auto')
  })
  afterAll(async () => {
    await client.close()
    workspace.remove()
  })

  it.each([
    ['manual', '水害は対象ですか', '水害'],
    ['manual', '¿cuánto detergente lleva el ciclo de lavado?', 'detergente'],
    ['vault', 'water hardness', 'Hardness'],
  ])('answers from the %s: %s', async (family, query, word) => {
    const { passages } = await find({ query })
    expect(passages[0]).toMatchObject({ family, text: expect.stringContaining(word) })
  })

  it.each(['vault', 'manual', 'kanban', 'vibe'] as const)(
    'gives refs of %s that its reader takes as they are',
    async (family) => {
      const { passages } = await find({ query: 'coffee 豆 café web', in: [family], limits: { max_passages: 10 } })
      expect(passages.length).toBeGreaterThan(0)
      for (const { ref } of passages) {
        const read = await client.call(readers[family], family === 'manual' ? { ref } : ref)
        expect(read).toMatchObject({ ok: true })
      }
    },
  )

  it('proposes a call that works as it stands', async () => {
    for (const query of ['water hardness', '水害は対象ですか', 'tienda en línea', 'next steps']) {
      const { next_actions } = await find({ query })
      const [action] = next_actions
      expect(await client.call(action!.type, action!.params), query).toMatchObject({ ok: true })
    }
  })

  it('keeps all passages together within the characters that were asked for', async () => {
    const { passages } = await find({ query: '豆の保存', limits: { max_passages: 10, max_chars: 400 } })
    expect(passages.reduce((sum, { text }) => sum + [...text].length, 0)).toBeLessThanOrEqual(400)
  })

  it('asks every family, and none of them fails', async () => {
    const { summary } = await find({ query: 'beans' })
    expect(Object.keys(summary.families).sort()).toEqual(['kanban', 'manual', 'vault', 'vibe'])
    expect(Object.values(summary.families).filter(({ error }) => error !== undefined)).toEqual([])
  })

  it('is not ready for what nobody has written down', async () => {
    expect((await find({ query: '犬のワクチンはいつ打ったか' })).summary.integration_status).not.toBe('ready')
  })

  it('is not listed where there is one family to ask', async () => {
    const alone = await connect({ transport: 'stdio', env: { ...workspace.env, SHOKO_FAMILIES: 'vault,audit' } }, 'v2-auto')
    expect((await alone.tools()).map(({ name }) => name)).not.toContain('shoko_find')
    await alone.close()
  })
})
