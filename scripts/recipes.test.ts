import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const FAMILIES = ['vault', 'manual', 'audit', 'kanban-bridge', 'vibe-bridge']
const text = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
const quoted = [...new Set([...text.matchAll(/`([^`\n]+)`/g)].map(([, words]) => words!))]
const paths = quoted.filter((words) => /^(?:packages|apps|scripts|bench|docs|fixtures|\.changeset)\/\S*$/.test(words))
const sources = globSync(['packages/*/src/**/*.ts', 'packages/*/test/**/*.ts', 'scripts/*.ts'], { cwd: root })

describe('the recipes of CONTRIBUTING.md', () => {
  it.each(paths)('lead to %s', (path) => {
    const named = FAMILIES.map((family) => path.replace('<family>', family).replace('<name>', 'french').replace('<code>', 'fr'))
    expect(named.filter((one) => !existsSync(join(root, one)))).toEqual([])
  })

  it('name files by their whole path, or by a name that such files have', () => {
    const files = quoted.filter((words) => /^[\w/<>-]+\.(?:ts|json)$/.test(words) && !paths.includes(words))
    expect(files.filter((file) => file.includes('/'))).toEqual([])
    const names = new Set(sources.map((source) => basename(source)))
    expect(files.filter((file) => !names.has(file))).toEqual([])
  })

  it('name only what the code knows', () => {
    const names = quoted.flatMap((words) => /^(?:[A-Z][A-Z_]{3,}|[A-Z]?[a-z]+[A-Z]\w+)/.exec(words)?.[0] ?? [])
    const code = sources.map((source) => readFileSync(join(root, source), 'utf8')).join('\n')
    const made = /^(?:XInput|XOutput)$/
    expect(names.length).toBeGreaterThan(10)
    expect(names.filter((name) => !made.test(name) && !new RegExp(`\\b${name}\\b`).test(code))).toEqual([])
  })

  it('call only commands that there are', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
    const called = quoted.flatMap((words) => [...words.matchAll(/\b(?:pnpm|npm(?: run)?) ([\w:-]+)/g)].map(([, name]) => name!))
    expect(called.length).toBeGreaterThan(5)
    expect(called.filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
  })

  it.each([
    ['packages/vault/src/family.ts', 'tools: ['],
    ['packages/testkit/src/tour.ts', 'export const tour'],
    ['packages/kanban-bridge/src/rules/column-rules.ts', 'const RULES'],
    ['packages/mcp-shell/src/config/answers.ts', 'export const answers'],
    ['packages/vault/src/resources/vault-resources.ts', 'templates'],
    ['packages/search/src/languages/registry.ts', 'export const LATIN_LANGUAGES'],
    ['packages/mcp-shell/src/families/families.ts', 'const binders'],
  ])('name %s, and the list is there: %s', (file, list) => {
    expect(text).toContain(file.replace('packages/vault/src/family.ts', 'packages/<family>/src/family.ts'))
    expect(readFileSync(join(root, file), 'utf8')).toContain(list)
  })
})
