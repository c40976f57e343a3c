import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { currentFiles } from './dist-files.ts'
import { thirdPartyNotices } from './notices.ts'

/** Lays the package `shoko` out in a folder: the built command, its launcher, the demo workspace and the licences. Nothing is built here. */
export function stageShoko(root: string, folder: string): void {
  const cli = join(root, 'apps/cli')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'dist'), { recursive: true })
  for (const file of currentFiles(join(cli, 'dist'))) cpSync(join(cli, 'dist', file), join(folder, 'dist', file))
  for (const file of ['shoko.cjs', 'start.cjs']) cpSync(join(root, 'distribution/npm', file), join(folder, 'bin', file))
  cpSync(join(root, 'fixtures/workspace'), join(folder, 'demo'), { recursive: true, filter: (path) => !isState(path) })
  cpSync(join(root, 'distribution/npm/README.md'), join(folder, 'README.md'))
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  const metafiles = ['esm', 'workers'].map((name) => JSON.parse(readFileSync(join(cli, `dist/metafile-${name}.json`), 'utf8')))
  writeFileSync(join(folder, 'THIRD-PARTY-NOTICES.txt'), thirdPartyNotices({ metafiles, from: cli }))
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(cli), null, 2)}\n`)
}

/** What a server has left in the demo workspace if somebody let one loose on it. */
function isState(path: string): boolean {
  return ['.shoko', '.system', '.cache'].includes(basename(path)) || path.endsWith('.db')
}

/** Everything is bundled, so there is nothing to install beside it. */
function manifest(cli: string): Readonly<Record<string, unknown>> {
  const { version, license, type, engines } = JSON.parse(readFileSync(join(cli, 'package.json'), 'utf8'))
  return {
    name: 'shoko',
    version,
    description: 'One MCP server for notes, manuals, boards and project workspaces kept in plain files',
    keywords: [
      'mcp',
      'model-context-protocol',
      'mcp-server',
      'notes',
      'markdown',
      'obsidian',
      'kanban',
      'search',
      'japanese',
      'spanish',
    ],
    license,
    type,
    engines,
    mcpName: 'io.github.shoko-mcp/shoko',
    bin: { shoko: 'bin/shoko.cjs' },
    exports: { './package.json': './package.json' },
    files: ['bin', 'dist', 'demo', 'THIRD-PARTY-NOTICES.txt'],
    publishConfig: { access: 'public' },
  }
}
