import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Packs a folder as it would be published: pnpm resolves the workspace's versions and the exports of publishConfig. */
export function packFolder(folder: string, destination: string): string {
  const done = spawnSync('pnpm', ['pack', '--json', '--pack-destination', destination], {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  if (done.status !== 0) throw new Error(`${folder} could not be packed: ${done.stdout}${done.stderr}`)
  const { filename } = JSON.parse(done.stdout) as { filename: string }
  return filename
}

/** The folders of the packages that are published one by one. */
export function publishedPackages(root: string): string[] {
  return readdirSync(join(root, 'packages'))
    .map((name) => join(root, 'packages', name))
    .filter((folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).private !== true)
}
