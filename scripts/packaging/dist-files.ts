import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** Beside what package.json exports: the programs, and the threads that are started by their path. */
const programs = ['main.js', 'grep-worker.js', 'audit-worker.js', 'index-worker.js', 'view-worker.js']
const importPattern = /(?:from|import|import\()\s*["'](\.\/[^"']+\.js)["']/g

/**
 * The files of a dist folder that belong to its last build: scripts that an entry reaches, and declarations of sources that exist.
 * A build leaves what earlier builds have written, so that a running program finds its chunks; a package must not carry it.
 */
export function currentFiles(dist: string): string[] {
  return [...reachableScripts(dist), ...livingDeclarations(dist)].sort()
}

/** Removes everything else. */
export function pruneDist(dist: string): void {
  const current = new Set(currentFiles(dist))
  for (const file of filesIn(dist)) if (!current.has(file)) rmSync(join(dist, file))
}

function reachableScripts(dist: string): Set<string> {
  const found = new Set<string>()
  const queue = [...exportedScripts(dist), ...programs].filter((entry) => existsSync(join(dist, entry)))
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (found.has(file)) continue
    found.add(file)
    const source = readFileSync(join(dist, file), 'utf8')
    for (const [, target = ''] of source.matchAll(importPattern)) queue.push(normalize(join(dirname(file), target)))
  }
  return found
}

function exportedScripts(dist: string): string[] {
  const { exports = {} } = JSON.parse(readFileSync(join(dist, '../package.json'), 'utf8')) as { exports?: unknown }
  return [...JSON.stringify(exports).matchAll(/"\.\/dist\/([^"]+\.js)"/g)].map(([, file = '']) => file)
}

function livingDeclarations(dist: string): string[] {
  const source = join(dist, '../src')
  return filesIn(dist).filter((file) => file.endsWith('.d.ts') && existsSync(join(source, file.replace(/\.d\.ts$/, '.ts'))))
}

export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()
}
