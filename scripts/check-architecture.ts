import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { relative, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')

/** Who may import whom. A package that is not named here may import nothing of ours. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  'packages/contract': [],
  'packages/core-fs': ['contract'],
  'packages/search': ['contract'],
  'packages/follow': ['contract', 'core-fs'],
  'packages/vault': ['contract', 'core-fs', 'follow', 'search'],
  'packages/audit': ['contract', 'core-fs'],
  'packages/manual': ['contract', 'core-fs', 'follow', 'search'],
  'packages/kanban-bridge': ['contract', 'core-fs', 'follow', 'search'],
  'packages/vibe-bridge': ['contract', 'core-fs', 'follow', 'search'],
  'packages/page': ['contract'],
  'packages/team-pg': ['contract', 'core-fs'],
  'packages/mcp-shell': ['contract', 'core-fs', 'vault', 'audit', 'manual', 'kanban-bridge', 'vibe-bridge'],
  'apps/stdio': ['contract', 'mcp-shell', 'page'],
  'apps/http': ['contract', 'mcp-shell', 'page', 'stdio', 'team-pg'],
  'apps/cli': [
    'contract',
    'core-fs',
    'search',
    'mcp-shell',
    'team-pg',
    'stdio',
    'http',
    'vault',
    'manual',
    'kanban-bridge',
    'vibe-bridge',
  ],
}

/** Modules that only some packages may touch, and what to use instead. */
const restricted: readonly { readonly module: RegExp; readonly allowed: readonly string[]; readonly instead: string }[] = [
  { module: /^(node:)?fs(\/|$)/, allowed: ['packages/core-fs', 'apps/cli'], instead: 'use Root from @shoko/core-fs' },
  { module: /^chokidar$/, allowed: ['packages/core-fs'], instead: 'use watchTree from @shoko/core-fs' },
  {
    module: /^(node:)?sqlite$/,
    allowed: ['packages/core-fs', 'packages/vibe-bridge'],
    instead: 'use Root.exclusive for locks; only vibe-bridge keeps a database',
  },
  {
    module: /^@modelcontextprotocol\//,
    allowed: ['packages/mcp-shell'],
    instead: 'describe tools with @shoko/contract; mcp-shell speaks the protocol',
  },
  { module: /^(preact|@preact\/)/, allowed: ['packages/page'], instead: 'only the page draws' },
  { module: /^minisearch$/, allowed: [], instead: 'it is the baseline of the bench; use an index of @shoko/search' },
  { module: /^pg$/, allowed: ['packages/team-pg'], instead: 'only team-pg speaks to PostgreSQL' },
  { module: /^gray-matter$/, allowed: [], instead: 'it runs code from notes; use front matter of @shoko/core-fs' },
]

/** Packages that serve the tests and the measurements may import anything of ours and of the test's. */
const free = ['packages/testkit', 'scripts', 'bench']
const importPattern =
  /(?:^|[\s;}])(?:import|export)\s+(?<types>type\s+)?(?:[^'"`;]*?\sfrom\s+)?['"](?<from>[^'"]+)['"]|\bimport\(\s*['"](?<late>[^'"]+)['"]\s*\)/g

const problems: string[] = []
const edges = new Map<string, Set<string>>()
for await (const entry of glob(['packages/*/src/**/*.{ts,tsx}', 'apps/*/src/**/*.ts'], { cwd: root }))
  checkFile(entry.replaceAll('\\', '/'))
checkCycles()
if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exit(1)
}

function checkFile(file: string): void {
  const owner = file.split('/').slice(0, 2).join('/')
  if (free.includes(owner) || /\.(test|suite)\.tsx?$|\/test\//.test(file)) return
  const source = readFileSync(resolve(root, file), 'utf8').replaceAll(/^\s*(\/\/|\*|\/\*).*$/gm, '')
  if (/^export \*/m.test(source)) problems.push(`${file}: exports everything of a module; list the names`)
  for (const match of source.matchAll(importPattern))
    checkImport({
      file,
      owner,
      target: (match.groups?.from ?? match.groups?.late)!,
      typesOnly: match.groups?.types !== undefined,
    })
}

interface Import {
  readonly file: string
  readonly owner: string
  readonly target: string
  /** Such an import is gone at run time: it obeys the table, but makes no cycle. */
  readonly typesOnly: boolean
}

function checkImport(found: Import): void {
  const { file, owner, target } = found
  if (target.startsWith('.')) {
    checkRelative(found)
    return
  }
  const own = /^@shoko\/([^/]+)(\/.+)?$/.exec(target)
  if (own !== null) {
    const [, name = '', deep] = own
    const { exports = {} } = JSON.parse(readFileSync(resolve(root, folderOf(name), 'package.json'), 'utf8')) as {
      exports?: Record<string, unknown>
    }
    if (deep !== undefined && !Object.hasOwn(exports, `.${deep}`))
      problems.push(`${file}: reaches into ${target}; export what you need from @shoko/${name}`)
    if (!(mayImport[owner] ?? []).includes(name))
      problems.push(`${file}: ${owner} may not import @shoko/${name}; see the table in scripts/check-architecture.ts`)
    link(owner, folderOf(name))
  }
  for (const rule of restricted) {
    if (rule.module.test(target) && !rule.allowed.includes(owner))
      problems.push(`${file}: only ${rule.allowed.join(', ') || 'nobody'} may import ${target}; ${rule.instead}`)
  }
}

function checkRelative({ file, owner, target, typesOnly }: Import): void {
  const path = relative(root, resolve(root, file, '..', target)).replaceAll('\\', '/')
  if (!path.startsWith(`${owner}/`)) problems.push(`${file}: leaves its package by ${target}; import the package by name`)
  else if (!/\.(ts|tsx|css|json)$/.test(target)) problems.push(`${file}: ${target} needs its ending`)
  else if (!typesOnly) link(file, path)
}

function link(from: string, to: string): void {
  if (from === to) return
  const targets = edges.get(from) ?? new Set()
  edges.set(from, targets.add(to))
}

/** Depth-first; every cycle is named once, by the way around it. */
function checkCycles(): void {
  const state = new Map<string, 'open' | 'done'>()
  const visit = (node: string, trail: readonly string[]): void => {
    if (state.get(node) === 'done') return
    if (state.get(node) === 'open') {
      problems.push(`cycle: ${[...trail.slice(trail.indexOf(node)), node].join(' -> ')}; move what both need into a third module`)
      return
    }
    state.set(node, 'open')
    for (const next of edges.get(node) ?? []) visit(next, [...trail, node])
    state.set(node, 'done')
  }
  for (const node of edges.keys()) visit(node, [])
}

function folderOf(name: string): string {
  return ['stdio', 'http', 'cli'].includes(name) ? `apps/${name}` : `packages/${name}`
}
