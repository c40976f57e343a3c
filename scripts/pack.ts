import { mkdirSync, rmSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { build } from './build.ts'
import { stageShoko } from './packaging/shoko-package.ts'
import { packFolder, publishedPackages } from './packaging/tarball.ts'

/** Builds and packs what is released into dist/: the package shoko, the bundle for Claude Desktop, and the libraries. */
const root = resolve(import.meta.dirname, '..')
const output = join(root, 'dist')
const staged = join(output, 'shoko')

build(root)
rmSync(output, { recursive: true, force: true })
mkdirSync(join(output, 'packages'), { recursive: true })
stageShoko(root, staged)
const shoko = packFolder(staged, output)
const bundle = shoko.replace(/\.tgz$/, '.mcpb')
// It reads the list of tools from a package that has just been built.
const { packBundle } = await import('./packaging/mcpb.ts')
await packBundle({ root, staged, output: bundle })
const libraries = publishedPackages(root).map((folder) => packFolder(folder, join(output, 'packages')))
for (const file of [shoko, bundle, ...libraries])
  console.log(`${(statSync(file).size / 1024).toFixed(0).padStart(6)} kB  ${basename(file)}`)
