import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { filesIn } from './dist-files.ts'
import { exampleOf, installPacked, link } from './readme-examples.ts'
import { packFolder, publishedPackages } from './tarball.ts'

const root = resolve(import.meta.dirname, '../..')
const sources = publishedPackages(root)
const folder = mkdtempSync(join(tmpdir(), 'shoko-libraries-'))
const tarballs = new Map<string, string>()

beforeAll(() => {
  for (const source of sources) tarballs.set(source, packFolder(source, folder))
  installPacked(tarballs, folder)
  link(join(root, 'node_modules/@types/node'), join(folder, 'node_modules/@types/node'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }')
  for (const source of sources) writeFileSync(join(folder, `${basename(source)}.ts`), exampleOf(readme(source)).code)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.each(sources.map((source) => [basename(source), source] as const))('@shoko/%s as packed', (name, source) => {
  const installed = join(folder, 'node_modules/@shoko', name)

  it('has nothing that publint finds fault with', async () => {
    const { messages, pkg } = await publint({ pack: { tarball: bytes(source).buffer }, strict: true })
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([])
  })

  it('gives its types to every way of resolving that ES modules have', async () => {
    const result = await checkPackage(createPackageFromTarballData(bytes(source)))
    if (!result.types) throw new Error('no types')
    // CommonJS of TypeScript's node10 and node16 kinds is not served: the package is ES modules only.
    expect(
      result.problems.filter((problem) => !('resolutionKind' in problem) || /esm|bundler/.test(problem.resolutionKind)),
    ).toEqual([])
  })

  it('names versions and files that exist outside the workspace', () => {
    const written = json(join(source, 'package.json'))
    const packed = json(join(installed, 'package.json'))
    expect(JSON.stringify(packed)).not.toMatch(/shoko-source|workspace:|catalog:/)
    expect(packed['exports']).toEqual(withoutSource(written['exports']))
    expect(packed).toMatchObject({ license: 'MIT', type: 'module', sideEffects: false, engines: { node: '^22.23.3 || >=24.15' } })
    expect(packed['dependencies'] ?? {}).not.toHaveProperty('@shoko/testkit')
  })

  it('carries its licence, its README and no file of an earlier build or a test', () => {
    const files = filesIn(installed)
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json', 'dist/index.js', 'dist/index.d.ts']))
    expect(files.filter((file) => !file.startsWith('dist/'))).toHaveLength(3)
    expect(files.filter((file) => /\.test\.|\.node$|\.tsbuildinfo$/.test(file))).toEqual([])
  })

  it('does what its README says', () => {
    const { code, promised } = exampleOf(readme(source))
    expect(code).toContain(`@shoko/${name}'`)
    const run = spawnSync(process.execPath, [`${name}.ts`], { cwd: folder, encoding: 'utf8', input: '', env: plainEnvironment() })
    expect(run.stderr).not.toMatch(/Error/)
    expect(run.status).toBe(0)
    const printed = run.stdout.split('\n')
    for (const line of promised) expect(printed).toContain(line)
  })
})

it('type-checks the examples of all READMEs against the packed declarations', () => {
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--target', 'es2024', '--module', 'nodenext', '--types', 'node']
  const examples = sources.map((source) => `${basename(source)}.ts`)
  const check = spawnSync(join(root, 'node_modules/.bin/tsc'), [...options, ...examples], {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  expect(check.stdout).toBe('')
  expect(check.status).toBe(0)
})

describe('a packed library that npm installs', () => {
  const home = join(folder, 'npm')

  it('is imported from plain JavaScript and checked from TypeScript', () => {
    const search = tarballs.get(join(root, 'packages/search'))!
    const install = npm(['install', '--prefix', home, '--offline', '--no-audit', '--no-fund', search])
    expect(install.stderr).not.toMatch(/npm error/)
    writeFileSync(join(home, 'use.mjs'), "import { fold } from '@shoko/search'\nconsole.log(fold('Canción'))\n")
    writeFileSync(join(home, 'use.mts'), "import { fold } from '@shoko/search'\nexport const folded: string = fold('Canción')\n")
    expect(spawnSync(process.execPath, ['use.mjs'], { cwd: home, encoding: 'utf8', env: plainEnvironment() }).stdout).toBe(
      'Cancion\n',
    )
    const check = spawnSync(join(root, 'node_modules/.bin/tsc'), ['--noEmit', '--strict', '--module', 'nodenext', 'use.mts'], {
      cwd: home,
      encoding: 'utf8',
      shell: process.platform === 'win32',
    })
    expect(check.stdout).toBe('')
  })

  function npm(args: readonly string[]) {
    const cache = join(folder, 'npm-cache')
    return spawnSync('npm', [...args, '--cache', cache], { cwd: folder, encoding: 'utf8', shell: process.platform === 'win32' })
  }
})

function readme(source: string): string {
  return readFileSync(join(source, 'README.md'), 'utf8')
}

function bytes(source: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(tarballs.get(source)!))
}

function json(path: string): Record<string, unknown> {
  return JSON.parse(readFileSync(path, 'utf8'))
}

function withoutSource(exports: unknown): unknown {
  return JSON.parse(JSON.stringify(exports, (key, value) => (key === 'shoko-source' ? undefined : value)))
}

/** The test runner's conditions would lead back to the sources. */
function plainEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], HOME: folder, USERPROFILE: folder, TMPDIR: folder, TEMP: folder }
}
