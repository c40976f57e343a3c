import { plainCall } from '@shoko/contract'
import { temporaryTree } from '@shoko/testkit'
import { expect, it, onTestFinished } from 'vitest'
import { createRuntime, invoke, loadConfig, owner } from '../src/index.ts'
import { recipeFamily } from './own-family.ts'

it('serves a family of somebody else beside its own, with its errors in the dialect that it chose', async () => {
  const folder = temporaryTree({ 'tea.md': '# Tea\n\nservings: 2\n', 'bare.md': '# Bare\n' }).path
  const sources = { argv: ['--workspace-root', folder], env: {}, cwd: '/', home: '/', readFile: () => undefined }
  const { config } = loadConfig({ ...sources, realPath: (path) => path })
  const runtime = createRuntime(config, { logger: { log: () => {} }, families: [recipeFamily(folder)] })
  onTestFinished(() => runtime.close())
  const ask = async (args: object) => {
    const tool = await runtime.findTool('recipe_scale')!.load()
    return invoke(runtime.ports, { tool, args, principal: owner, call: plainCall })
  }
  expect(runtime.listTools().map(({ name }) => name)).toEqual(expect.arrayContaining(['vault_read', 'recipe_scale']))
  expect(await ask({ path: 'tea.md', servings: 6 })).toMatchObject({ ok: true, output: { factor: 3 } })
  expect(await ask({ path: 'gone.md', servings: 6 })).toMatchObject({ failure: { code: 'not_found' } })
  expect(await ask({ path: 'bare.md', servings: 6 })).toMatchObject({
    failure: { message: expect.stringContaining('servings: 2') },
  })
  expect(await ask({ path: 'tea.md', servings: 0 })).toMatchObject({ failure: { code: 'invalid_parameter' } })
})
