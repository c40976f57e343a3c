import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { find, places } from './search.ts'
import { callTool, type Tree, temporaryDirectory, workspace } from './workspace.ts'

function project(tree: Tree): string {
  const path = temporaryDirectory()
  for (const [name, content] of Object.entries(tree)) {
    mkdirSync(join(path, name, '..'), { recursive: true })
    writeFileSync(join(path, name), content)
  }
  return path
}

const docs = { 'intro.md': '# Intro\n\nThe pump starts by itself.\n', 'more/valve.md': '# Valve\n\nOpen the valve.\n' }

describe('manuals that lie elsewhere', () => {
  it('lists, reads, scans and finds a folder with files at its top as one manual', async () => {
    const ctx = workspace({ 'm/a.md': '# A\n\nNothing.\n' }, { named: [{ name: 'docs', path: project(docs) }] })
    expect(await callTool(ctx, 'manual_ls', {})).toMatchObject({ items: [{ id: 'docs' }, { id: 'm' }] })
    expect(await callTool(ctx, 'manual_ls', { id: 'docs' })).toMatchObject({
      items: [{ path: 'intro.md' }, { path: 'more', kind: 'dir' }],
    })
    expect(await callTool(ctx, 'manual_toc', { manual_id: 'docs' })).toMatchObject({
      items: [{ path: 'intro.md' }, { path: 'more/valve.md' }],
    })
    expect(await places(ctx, { query: 'pump' })).toEqual(['docs/intro.md:1'])
    const ref = { manual_id: 'docs', path: 'more/valve.md' }
    expect(await callTool(ctx, 'manual_read', { ref })).toMatchObject({ text: docs['more/valve.md'] })
    expect(await callTool(ctx, 'manual_scan', ref)).toMatchObject({ eof: true })
  })

  it('needs no folder of manuals beside them', async () => {
    const rootPath = join(temporaryDirectory(), 'gone')
    const ctx = workspace({}, { root: rootPath, named: [{ name: 'docs', path: project(docs) }] })
    expect(await callTool(ctx, 'manual_ls', {})).toMatchObject({ items: [{ id: 'docs' }] })
    expect(await places(ctx, { query: 'valve' })).toEqual(['docs/more/valve.md:1'])
  })

  it('stands for a directory of the same name', async () => {
    const ctx = workspace({ 'docs/old.md': '# Old\n\npump\n' }, { named: [{ name: 'docs', path: project(docs) }] })
    expect(await places(ctx, { query: 'pump' })).toEqual(['docs/intro.md:1'])
  })

  it('passes over one that is not there', async () => {
    const ctx = workspace({ 'm/a.md': '# A\n\npump\n' }, { named: [{ name: 'docs', path: join(temporaryDirectory(), 'gone') }] })
    expect(await callTool(ctx, 'manual_ls', {})).toMatchObject({ items: [{ id: 'm' }] })
    expect(await places(ctx, { query: 'pump' })).toEqual(['m/a.md:1'])
  })

  it('sees a change there in a later search, and keeps the index between runs', async () => {
    const path = project(docs)
    const options = { named: [{ name: 'docs', path }], cachePath: temporaryDirectory(), root: temporaryDirectory() }
    const ctx = workspace({}, options)
    await find(ctx, { query: 'pump' })
    writeFileSync(join(path, 'intro.md'), '# Intro\n\nThe turbine starts by itself.\n')
    await expect.poll(() => places(ctx, { query: 'turbine' }), { timeout: 5000 }).toEqual(['docs/intro.md:1'])
    await ctx.close()
    expect(await places(workspace({}, options), { query: 'turbine' })).toEqual(['docs/intro.md:1'])
  })
})
