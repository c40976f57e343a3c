import { join } from 'node:path'
import { connect, type TestClient, temporaryTree } from '@shoko/testkit'
import { describe, expect, it, onTestFinished } from 'vitest'

/** A vault that the manuals and a project lie in, as people have who keep everything in one folder. */
async function open(): Promise<TestClient> {
  const { path } = temporaryTree({ 'manuals/m/a.md': '# A\n\nalpha\n', 'manuals/shop/status.md': '# Shop\n' })
  const env = { WORKSPACE_ROOT: path, VAULT_ROOT: path, VIBE_ROOT: join(path, 'manuals'), VIBE_DB: join(path, 'vibe.db') }
  const client = await connect({ transport: 'stdio', env: { ...env, XDG_CACHE_HOME: join(path, 'cache') } }, 'v1')
  onTestFinished(() => client.close())
  return client
}

async function found(client: TestClient, query: string): Promise<number> {
  const answer = await client.call('manual_find', { query })
  if (!answer.ok) throw new Error(JSON.stringify(answer))
  return (answer.output.summary as { candidates: number }).candidates
}

/** None is like another. */
const WORDS = [
  ['zanahoria', 'lightbulb'],
  ['ferrocarril', 'dumpling'],
  ['mermelada', 'keyhole'],
  ['tortuga', 'windvane'],
  ['espejo', '避難訓練'],
] as const

describe('families on one folder', () => {
  it('finds in the next call what another tool wrote into a manual', async () => {
    const client = await open()
    expect(await found(client, 'alpha')).toBe(1)
    for (const [first, second] of WORDS) {
      const path = `manuals/m/${first}.md`
      expect(await client.call('vault_create', { path, content: `# N\n\n${first}\n` })).toMatchObject({ ok: true })
      expect(await found(client, first)).toBe(1)
      expect(await client.call('vault_replace', { path, find: first, replace: second })).toMatchObject({ ok: true })
      expect([await found(client, first), await found(client, second)]).toEqual([0, 1])
    }
    const created = await client.call('create_doc', {
      project: 'shop',
      folder: 'references',
      filename: 'till.md',
      content: '# Till\n\ncashdrawer\n',
    })
    expect(created).toMatchObject({ ok: true })
    expect(await found(client, 'cashdrawer')).toBe(1)
  })
})
