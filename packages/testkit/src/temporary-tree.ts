import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

export interface TemporaryTree {
  readonly path: string
  at(relative: string): string
  read(relative: string): string
  write(relative: string, content: string | Uint8Array): void
}

/** A real folder with these files in it, gone when the test ends. */
export function temporaryTree(files: Readonly<Record<string, string | Uint8Array>> = {}): TemporaryTree {
  const path = mkdtempSync(join(tmpdir(), 'shoko-test-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return fillTree(path, files)
}

/** The same for a folder that outlives one test (a suite's shared server); the caller removes it. */
export function fillTree(path: string, files: Readonly<Record<string, string | Uint8Array>>): TemporaryTree {
  const tree: TemporaryTree = {
    path,
    at: (relative) => join(path, relative),
    read: (relative) => readFileSync(join(path, relative), 'utf8'),
    write: (relative, content) => {
      mkdirSync(dirname(join(path, relative)), { recursive: true })
      writeFileSync(join(path, relative), content)
    },
  }
  for (const [relative, content] of Object.entries(files)) tree.write(relative, content)
  return tree
}
