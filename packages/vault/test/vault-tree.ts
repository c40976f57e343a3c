import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Call, type ChangeBus, createConnectionMemory, DomainError, plainCall, type ToolDescriptor } from '@shoko/contract'
import { validateArguments } from '@shoko/contract/schema'
import { afterAll, onTestFinished } from 'vitest'
import type { VaultContext } from '../src/context.ts'
import { openVault } from '../src/open-vault.ts'
import type { VaultSettings } from '../src/settings.ts'

type Files = Readonly<Record<string, string | Uint8Array>>

export interface TestVault {
  readonly path: string
  readonly context: VaultContext
  at(relative: string): string
}

/** A vault in a temporary folder with the given files; it is gone when the test has finished. */
export function vaultWith(files: Files, settings: Partial<VaultSettings> = {}, changes?: ChangeBus): TestVault {
  const path = mkdtempSync(join(tmpdir(), 'vault-'))
  writeFiles(path, files)
  const told = changes === undefined ? {} : { changes }
  const vault = openVault({ root: path, settings, withheld: [settingsBeside(path)], ...told })
  onTestFinished(async () => {
    await vault.close()
    rmSync(path, { recursive: true, force: true })
  })
  return { path, context: vault, at: (relative) => join(path, relative) }
}

export function temporaryDirectory(): string {
  const path = mkdtempSync(join(tmpdir(), 'vault-cache-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** As a server opens it: the workspace's settings are out of reach. */
function settingsBeside(path: string): string {
  return join(dirname(path), 'shoko.toml')
}

/**
 * One vault for a whole `describe`, emptied for each test: search threads take a moment to start, so they are started once.
 */
export function sharedVault(settings: Partial<VaultSettings> = {}): (files: Files) => TestVault {
  const path = mkdtempSync(join(tmpdir(), 'vault-'))
  const vault = openVault({ root: path, settings, withheld: [settingsBeside(path)] })
  afterAll(async () => {
    await vault.close()
    rmSync(path, { recursive: true, force: true })
  })
  return (files) => {
    for (const name of readdirSync(path)) rmSync(join(path, name), { recursive: true, force: true })
    writeFiles(path, files)
    return { path, context: vault, at: (relative) => join(path, relative) }
  }
}

/** Calls a tool as a shell does: nulls dropped, shape checked, `before` asked, then run. */
export async function callTool<Output = Record<string, unknown>>(
  tool: ToolDescriptor<VaultContext>,
  vault: TestVault,
  args: unknown,
  call: Call = plainCall,
): Promise<Output> {
  const checked = validateArguments(tool, args)
  if (!checked.ok) {
    await tool.precheck?.(vault.context, checked.value, checked.key)
    throw checked.error
  }
  return (await tool.run(vault.context, checked.value as never, call)) as Output
}

/** The reason of the DomainError that the work throws. */
export async function reasonOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
  } catch (error) {
    if (error instanceof DomainError) return error.reason
    throw error
  }
  return 'no error'
}

export function connectedCall(): Call {
  return { ...plainCall, connection: createConnectionMemory() }
}

function writeFiles(path: string, files: Files): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true })
    writeFileSync(join(path, name), content)
  }
}
