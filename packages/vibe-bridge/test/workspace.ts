import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openVibe, type VibeContext, type VibeOptions } from '../src/index.ts'

/** Friday noon, local time. */
export const NOW = new Date(2026, 10, 13, 12, 0, 0).getTime()

export interface TestWorkspace {
  readonly ctx: VibeContext
  readonly root: string
  /** URIs in the order they were announced. */
  readonly changes: string[]
  readonly clock: { now(): number; set(epochMs: number): void }
  read(path: string): string
  write(path: string, text: string | Buffer): void
  /** A second server on the same folder. */
  reopen(options?: Partial<VibeOptions>): VibeContext
}

/** A workspace in a temporary folder that goes with the test. Files are as old as the clock says. */
export function openWorkspace(
  tree: Readonly<Record<string, string | Buffer>> = {},
  options: Partial<VibeOptions> = {},
): TestWorkspace {
  const root = mkdtempSync(join(tmpdir(), 'vibe-'))
  let now = NOW
  const clock = {
    now: () => now,
    set(epochMs: number) {
      now = epochMs
    },
  }
  const changes: string[] = []
  const contexts: VibeContext[] = []
  onTestFinished(async () => {
    for (const ctx of contexts) await ctx.close()
    rmSync(root, { recursive: true, force: true })
  })
  const write = (path: string, text: string | Buffer) => {
    const file = join(root, path)
    mkdirSync(path.endsWith('/') ? file : dirname(file), { recursive: true })
    if (path.endsWith('/')) return
    writeFileSync(file, text)
    utimesSync(file, new Date(now), new Date(now))
  }
  const reopen = (more: Partial<VibeOptions> = {}) => {
    const ctx = openVibe({ root, clock, changes: { publish: ({ uri }) => void changes.push(uri) }, ...options, ...more })
    contexts.push(ctx)
    return ctx
  }
  for (const [path, text] of Object.entries(tree)) write(path, text)
  return { root, ctx: reopen(), changes, clock, write, reopen, read: (path) => readFileSync(join(root, path), 'utf8') }
}
