import { join, resolve } from 'node:path'
import { readLocalFile } from '@shoko/core-fs'
import { isRecord } from '../clients/document.ts'

/** How a client starts this program again, and why that way. */
export interface ServerCommand {
  readonly command: string
  readonly args: readonly string[]
  readonly why: string
}

export interface Started {
  /** The script that runs, links followed. */
  readonly script: string
  readonly node: string
  readonly platform: NodeJS.Platform
}

/** What npm installed is started by npx, wherever npm keeps it by then; a clone is started where it lies. */
export function serverCommand({ script, node, platform }: Started): ServerCommand {
  const installed =
    /^(?<holder>.*?)[\\/]node_modules[\\/](?:\.pnpm[\\/].*[\\/]node_modules[\\/])?(?<name>(?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(
      script,
    )
  if (installed?.groups === undefined)
    return { command: node, args: [script], why: 'this program was not installed by npm, so clients start this very file' }
  const { holder = '', name = '' } = installed.groups
  const archive = localArchive(holder, name.replaceAll('\\', '/'))
  // npx takes a path for a program to run, not for a package, unless it is told.
  const args =
    archive === undefined ? ['-y', name.replaceAll('\\', '/')] : ['-y', `--package=${archive}`, name.replace(/^.*[\\/]/, '')]
  const why = archive === undefined ? 'this program was installed by npm' : 'this program was installed from an archive'
  // On Windows npx is a script, which only a shell starts.
  return platform === 'win32' ? { command: 'cmd', args: ['/c', 'npx', ...args], why } : { command: 'npx', args, why }
}

/** An archive on disk that the package was installed from: the registry may not know the package at all. */
function localArchive(holder: string, name: string): string | undefined {
  const manifest = readLocalFile(join(holder, 'package.json'))
  if (manifest === undefined) return undefined
  try {
    const { dependencies } = JSON.parse(manifest) as { dependencies?: unknown }
    const source = isRecord(dependencies) ? dependencies[name] : undefined
    return typeof source === 'string' && source.startsWith('file:') ? resolve(holder, source.slice('file:'.length)) : undefined
  } catch {
    return undefined
  }
}
