import { existsSync } from 'node:fs'
import { plainCall } from '@shoko/contract'
import { temporaryTree } from '@shoko/testkit'
import { expect, it, onTestFinished } from 'vitest'
import { createRuntime, invoke, loadConfig, owner } from '../src/index.ts'

/** A workspace that is its own vault: its settings lie among the notes. */
function served(files: Readonly<Record<string, string>>) {
  const tree = temporaryTree({ 'a.md': '# A\n', ...files })
  const argv = ['--workspace-root', tree.path, '--vault-root', tree.path]
  const { config } = loadConfig({ argv, env: {}, cwd: '/', home: tree.path, readFile: () => undefined, realPath: (path) => path })
  const runtime = createRuntime(config, { logger: { log: () => {} }, cacheDir: tree.at('.cache') })
  onTestFinished(() => runtime.close())
  return {
    tree,
    async ask(name: string, args: object) {
      const tool = await runtime.findTool(name)!.load()
      return invoke(runtime.ports, { tool, args, principal: owner, call: plainCall })
    },
  }
}

it.each([
  ['vault_create', { path: 'shoko.toml', content: 'HTTP_HOST = "0.0.0.0"\n' }],
  ['vault_write', { path: 'shoko.toml', content: 'HTTP_HOST = "0.0.0.0"\n', mode: 'append' }],
])('keeps the settings of the workspace from being made by %s', async (name, args) => {
  const { tree, ask } = served({})
  expect(await ask(name, args)).toMatchObject({ ok: false, failure: { code: 'forbidden' } })
  expect(existsSync(tree.at('shoko.toml'))).toBe(false)
})

it.each([
  ['vault_read', { path: 'shoko.toml', full: true }],
  ['vault_move', { from: 'shoko.toml', to: 'b.md' }],
  ['vault_trash', { path: 'shoko.toml' }],
  ['vault_coverage', { path: 'shoko.toml', cited_ranges: [{ start_line: 1, end_line: 1 }] }],
])('keeps the settings of the workspace from %s', async (name, args) => {
  const { tree, ask } = served({ 'shoko.toml': 'LOG_LEVEL = "info"\n' })
  expect(await ask(name, args)).toMatchObject({ ok: false, failure: { code: 'forbidden' } })
  expect(existsSync(tree.at('shoko.toml'))).toBe(true)
})

it('keeps the settings of a workspace that is a project from create_doc', async () => {
  const tree = temporaryTree({ 'ws/a.md': '# A\n' })
  const argv = ['--workspace-root', tree.at('ws'), '--vibe-root', tree.path]
  const { config } = loadConfig({ argv, env: {}, cwd: '/', home: tree.path, readFile: () => undefined, realPath: (path) => path })
  const runtime = createRuntime(config, { logger: { log: () => {} }, cacheDir: tree.at('.cache') })
  onTestFinished(() => runtime.close())
  const tool = await runtime.findTool('create_doc')!.load()
  const make = (filename: string) =>
    invoke(runtime.ports, {
      tool,
      args: { project: 'ws', folder: '', filename, content: 'HTTP_HOST = "0.0.0.0"\n' },
      principal: owner,
      call: plainCall,
    })
  expect(await make('other.toml')).toMatchObject({ ok: true })
  expect(await make('shoko.toml')).toMatchObject({ ok: false, failure: { code: 'INVALID_PATH' } })
  expect(existsSync(tree.at('ws/shoko.toml'))).toBe(false)
})
