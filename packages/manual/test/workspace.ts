import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Call, createConnectionMemory, plainCall } from '@shoko/contract'
import { validateArguments } from '@shoko/contract/schema'
import { afterEach } from 'vitest'
import type { ManualContext } from '../src/context.ts'
import { manualFamily } from '../src/family.ts'
import { type ManualOptions, openManuals } from '../src/open-manuals.ts'

export type Tree = Readonly<Record<string, string | Uint8Array>>

export interface Workspace extends ManualContext {
  readonly rootPath: string
  readonly cachePath: string
  write(path: string, content: string | Uint8Array): void
}

const cleanUps: (() => Promise<void> | void)[] = []

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

/** Manuals in a temporary directory, open; closed and removed after the test. */
export function workspace(tree: Tree, options: Partial<ManualOptions> = {}): Workspace {
  const rootPath = options.root ?? temporaryDirectory()
  const cachePath = options.cachePath ?? temporaryDirectory()
  const write = (path: string, content: string | Uint8Array) => {
    mkdirSync(dirname(join(rootPath, path)), { recursive: true })
    writeFileSync(join(rootPath, path), content)
  }
  for (const [path, content] of Object.entries(tree)) write(path, content)
  const context = openManuals({ ...options, root: rootPath, cachePath })
  cleanUps.push(() => context.close())
  return { ...context, rootPath, cachePath, write }
}

export function temporaryDirectory(): string {
  const path = mkdtempSync(join(tmpdir(), 'shoko-manual-'))
  cleanUps.push(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** A call as a server makes it: arguments are validated first. */
export async function callTool(ctx: ManualContext, name: string, args: unknown, call: Call = plainCall): Promise<unknown> {
  const tool = manualFamily.tools.find((candidate) => candidate.name === name)
  if (tool === undefined) throw new Error(`no tool ${name}`)
  const checked = validateArguments(tool, args)
  if (!checked.ok) throw checked.error
  return tool.run(ctx, checked.value as never, call) // the schema was checked
}

/** A call inside a connection that remembers. */
export function connectedCall(): Call {
  return { ...plainCall, connection: createConnectionMemory() }
}
