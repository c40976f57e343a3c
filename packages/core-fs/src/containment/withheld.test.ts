import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { at, listTree, makeTree, reasonOf, rootOf } from '../../test/tree.ts'
import { type Ways, waysToFile } from '../../test/ways.ts'
import { openRoot } from '../rooted-fs.ts'

type Path = ReturnType<typeof at>

/** Every way into a root. */
const ways: Ways = {
  ...waysToFile,
  list: (root, path) => root.list(path),
  walk: (root, path) => root.walk({ dir: path }),
  put: (root, path) => root.put(path, Buffer.from('x')),
  ensureDirectory: (root, path) => root.ensureDirectory(path),
}

describe('hidden names', () => {
  it.each(['.git/config', '.mcp.json', 'a/.obsidian/plugins/x.js', '.GIT/hooks', '..x/y', 'a/.SYSTEM/x', '\u200c.git/config'])(
    'are reached by no call: %s',
    async (name) => {
      const dir = makeTree({ 'note.md': 'x', '.git/config': 'x', 'a/.obsidian/plugins/x.js': 'x' })
      const before = listTree(dir)
      for (const [way, enter] of Object.entries(ways))
        expect([way, await reasonOf(enter(rootOf(dir), at(name)))]).toEqual([way, 'withheld'])
      expect(rootOf(dir).sync.read(at(name))).toBeUndefined()
      expect(listTree(dir)).toEqual(before)
    },
  )

  it('are refused by their words, before the disk is asked: also a link and what is not there', async () => {
    const dir = makeTree({ 'outside/x.md': '', 'root/note.md': '' })
    fs.symlinkSync(path.join(dir, 'outside'), path.join(dir, 'root/.linked'))
    const root = rootOf(path.join(dir, 'root'))
    expect(await reasonOf(root.read(at('.linked/x.md')))).toBe('withheld')
    expect(await reasonOf(rootOf(path.join(dir, 'missing')).read(at('.git/config')))).toBe('withheld')
  })

  it('are not listed, and .system is the one exception, at the top and in any case', async () => {
    const dir = makeTree({ '.git/config': '', '.system/shoko/x.md': 'own', '.System2/x': '', 'a/.b/c.md': '', 'a/d.md': '' })
    const root = rootOf(dir)
    expect((await root.list('' as Path)).map(({ name }) => name)).toEqual(['.system', 'a'])
    expect((await root.readText(at('.system/shoko/x.md'))).text).toBe('own')
    expect(await root.find(at('.SYSTEM/missing'))).toBeUndefined()
    expect((await root.walk({ hidden: true })).map((file) => file.path)).toEqual(['.system/shoko/x.md', 'a/d.md'])
  })
})

describe('the settings of a workspace', () => {
  function vaultThatIsWorkspace(root: string) {
    const dir = makeTree({ 'ws/shoko.toml': 'LOG_LEVEL = "info"', 'ws/note.md': 'x', 'ws/sub/shoko.toml': 'fine' })
    fs.symlinkSync(path.join(dir, 'ws'), path.join(dir, 'link'))
    const opened = openRoot(path.join(dir, root), { withheld: [path.join(dir, 'ws/shoko.toml')] })
    onTestFinished(() => opened.close())
    return opened
  }

  it.each(['shoko.toml', 'SHOKO.TOML', 'Shoko.Toml', 'shoko.toml.', '\uff53hoko.toml'])(
    'are reached by no call: %s',
    async (name) => {
      for (const [way, enter] of Object.entries(ways))
        expect([way, await reasonOf(enter(vaultThatIsWorkspace('ws'), at(name)))]).toEqual([way, 'withheld'])
    },
  )

  it('are withheld also from a root above, or one that leads there by a link', async () => {
    expect(await reasonOf(vaultThatIsWorkspace('').read(at('ws/shoko.toml')))).toBe('withheld')
    expect(await reasonOf(vaultThatIsWorkspace('link').create(at('Shoko.toml'), 'x'))).toBe('withheld')
  })

  it('are withheld from a folder that is still to be made, and nothing else is', async () => {
    const dir = makeTree({ 'real/x.md': '' })
    fs.symlinkSync(path.join(dir, 'real'), path.join(dir, 'link'))
    const root = openRoot(path.join(dir, 'link/new'), { withheld: [path.join(dir, 'real/new/shoko.toml')] })
    onTestFinished(() => root.close())
    expect(await root.find('' as Path)).toBeUndefined()
    expect(await reasonOf(root.read(at('note.md')))).toBe('not_found')
    await root.ensureDirectory('' as Path)
    expect(await reasonOf(root.create(at('shoko.toml'), 'x'))).toBe('withheld')
    await root.create(at('note.md'), 'x')
    expect(listTree(path.join(dir, 'real'))).toEqual(expect.arrayContaining(['new/note.md']))
  })

  it('are left out of lists and walks; other files of the name are not', async () => {
    const root = vaultThatIsWorkspace('ws')
    expect((await root.list('' as Path)).map(({ name }) => name)).toEqual(['note.md', 'sub'])
    const files = ['note.md', 'sub/shoko.toml']
    expect((await root.walk()).map((file) => file.path)).toEqual(files)
    expect(root.sync.walk().map((file) => file.path)).toEqual(files)
    expect((await root.readText(at('sub/shoko.toml'))).text).toBe('fine')
  })
})
