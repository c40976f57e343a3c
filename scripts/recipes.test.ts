import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const FAMILIES = ['vault', 'manual', 'audit', 'kanban-bridge', 'vibe-bridge']
const text = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
const paths = [...text.matchAll(/`((?:packages|apps|scripts|bench|docs|\.changeset)\/[^`\s]*)`/g)].map(([, path]) => path!)

describe('the recipes of CONTRIBUTING.md', () => {
  it.each([...new Set(paths)])('lead to %s', (path) => {
    const named = FAMILIES.map((family) => path.replace('<family>', family).replace('<name>', 'french'))
    expect(named.filter((one) => !existsSync(join(root, one)))).toEqual([])
  })

  it.each([
    ['a tool', 'packages/vault/src/family.ts', 'tools: ['],
    ['a rule for columns', 'packages/kanban-bridge/src/rules/column-rules.ts', 'const RULES'],
    ['a setting', 'packages/mcp-shell/src/config/variables.ts', 'variable<'],
    ['a resource', 'packages/vault/src/resources/vault-resources.ts', 'templates'],
    ['a family', 'packages/mcp-shell/src/families/families.ts', 'const binders'],
  ])('name the list that %s is added to', (_what, file, list) => {
    expect(text).toContain(file.replace('packages/vault/src/family.ts', 'packages/<family>/src/family.ts'))
    expect(readFileSync(join(root, file), 'utf8')).toContain(list)
  })
})
