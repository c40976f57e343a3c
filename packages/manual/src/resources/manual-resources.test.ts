import { plainCall } from '@shoko/contract'
import { describe, expect, it } from 'vitest'
import { type Workspace, workspace } from '../../test/workspace.ts'
import { manualResources } from './manual-resources.ts'

const TREE = {
  'hand book/care.md': '# Care\n\n## Descaling\n\nMonthly.\n',
  'warranty/terms.md': '# Terms\n\n## 水害の扱い\n\nNone.\n',
  'warranty/plan.png': Buffer.from([1, 2, 3]),
  'warranty/.hidden.md': '# Hidden\n',
}
const read = (manuals: Workspace, uri: string) => manualResources.read(manuals, uri, plainCall)
const complete = (manuals: Workspace, argument: string, value: string, known: Record<string, string> = {}) =>
  manualResources.complete!(manuals, { ref: 'manual://{id}/{+path}', argument, value, known })

describe('manuals as resources', () => {
  it('give whole files, and pictures', async () => {
    const manuals = workspace(TREE)
    expect(await read(manuals, 'manual://hand%20book/care.md')).toMatchObject({ text: TREE['hand book/care.md'] })
    expect(await read(manuals, 'manual://warranty/plan.png')).toMatchObject({ mimeType: 'image/png', blob: 'AQID' })
  })

  it.each([
    ['manual://warranty', 'not_found'],
    ['manual://nope/terms.md', 'not_found'],
    ['manual://warranty/nope.md', 'not_found'],
    ['manual://warranty/.hidden.md', 'hidden_path'],
    ['manual://warranty/%2e%2e/x.md', 'invalid_path'],
    ['manual://warranty/%ff', 'invalid_path'],
  ])('say what is wrong with %s', async (uri, reason) => {
    await expect(read(workspace(TREE), uri)).rejects.toMatchObject({ reason })
  })

  it('complete the names of manuals, and sections by their titles, in one or in all', async () => {
    const manuals = workspace(TREE)
    expect(await complete(manuals, 'id', 'WAR')).toEqual(['warranty'])
    expect(await complete(manuals, 'path', 'desc')).toEqual([
      { value: 'care.md', title: 'Descaling', line: 3, with: { id: 'hand book' } },
    ])
    expect(await complete(manuals, 'path', '水害')).toEqual([
      { value: 'terms.md', title: '水害の扱い', line: 3, with: { id: 'warranty' } },
    ])
    expect(await complete(manuals, 'path', 'desc', { id: 'warranty' })).toEqual([])
    expect(await complete(manuals, 'path', 'hidden')).toEqual([])
  })

  it('are announced when they change', async () => {
    const told: string[] = []
    const manuals = workspace(TREE, { changes: { publish: ({ uri }) => told.push(uri) } })
    await manualResources.watch!(manuals, 'manual://warranty/terms.md')
    manuals.write('warranty/terms.md', '# Terms\n\nOther.\n')
    await expect.poll(() => told).toContain('manual://warranty/terms.md')
  })
})
