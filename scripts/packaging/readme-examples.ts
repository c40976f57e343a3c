import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

export interface Example {
  readonly code: string
  /** What the example says it prints: the text after `// =>`, line by line. */
  readonly promised: readonly string[]
}

/** The TypeScript blocks of a README, as one program. */
export function exampleOf(readme: string): Example {
  const code = [...readme.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(([, block = '']) => block).join('\n')
  return { code, promised: [...code.matchAll(/\/\/ => (.+)$/gm)].map(([, text = '']) => text) }
}

/** Unpacks tarballs of workspace packages beside links to their dependencies: as npm would install them, without asking a registry. */
export function installPacked(tarballs: ReadonlyMap<string, string>, folder: string): void {
  const modules = join(folder, 'node_modules')
  for (const [source, tarball] of tarballs) {
    const home = join(modules, '@shoko', basename(source))
    mkdirSync(home, { recursive: true })
    const done = spawnSync('tar', ['-xzf', tarball, '--strip-components=1', '-C', home])
    if (done.status !== 0) throw new Error(`cannot unpack ${tarball}: ${done.stderr}`)
    const { dependencies = {} } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
    for (const name of Object.keys(dependencies))
      if (!name.startsWith('@shoko/')) link(join(source, 'node_modules', name), join(modules, name))
  }
}

export function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true })
  try {
    symlinkSync(realpathSync(target), path, 'junction')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
