import { join, resolve } from 'node:path'
import { readLocalFile } from '@shoko/core-fs'
import { parse as parseToml, TomlError } from 'smol-toml'
import type { Machine } from '../clients/client.ts'
import { userSettingsPath } from './settings-file.ts'

/** After `shoko init`, every command finds the user's settings from any folder, unless a nearer file or a flag says otherwise. */
export function withUserSettings(argv: readonly string[], machine: Machine): readonly string[] {
  const path = userSettingsPath(machine)
  const named = flagValue(argv, 'config')
  if (flagValue(argv, 'workspace-root') !== undefined || machine.env.WORKSPACE_ROOT !== undefined) return argv
  if (named !== undefined && named !== path) return argv
  if (named === undefined && readLocalFile(join(machine.cwd, 'shoko.toml')) !== undefined) return argv
  const text = readLocalFile(path)
  if (text === undefined) return argv
  return [...(named === undefined ? ['--config', path] : []), ...workspaceFlags(text, machine), ...argv]
}

function flagValue(argv: readonly string[], name: string): string | undefined {
  const at = argv.findIndex((argument) => argument === `--${name}` || argument.startsWith(`--${name}=`))
  return at === -1 ? undefined : (argv[at]?.split('=', 2)[1] ?? argv[at + 1] ?? '')
}

/** A file may name folders outside the workspace only if it lies outside itself. The user's own file may always: its workspace becomes a flag. */
function workspaceFlags(text: string, { home }: Machine): readonly string[] {
  try {
    const { WORKSPACE_ROOT } = parseToml(text)
    if (typeof WORKSPACE_ROOT !== 'string') return []
    return ['--workspace-root', resolve(home, WORKSPACE_ROOT.replace(/^~(?=$|[\\/])/, home))]
  } catch (error) {
    if (error instanceof TomlError) return [] // the settings themselves are about to be refused with the line
    throw error
  }
}
