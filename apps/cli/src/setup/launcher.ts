import { chmodSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Client, Machine, Server } from '../clients/client.ts'
import type { Program } from './program.ts'

/** The entry of a user: this Node, this file. */
export function userServer({ node, main }: Program, flags: readonly string[]): Server {
  return { kind: 'stdio', command: node, args: [main, 'stdio', ...flags] }
}

/**
 * The entry of a project holds no path of anybody's machine, so that it can be shared: it names a launcher in the project,
 * which knows the Node and the program of whoever ran init there.
 */
export function projectServer(client: Client, { platform }: Machine): Server {
  const folder = client.projectFolder ?? '.'
  const args = ['stdio', '--workspace-root', folder]
  if (platform === 'win32') return { kind: 'stdio', command: 'cmd', args: ['/c', `${folder}\\.shoko\\shoko.cmd`, ...args] }
  return { kind: 'stdio', command: `${folder}/.shoko/shoko`, args }
}

export function writeLauncher({ home, main, node }: Program, { platform }: Machine): void {
  const inside = (path: string) => (path.startsWith(home) ? relative(home, path) : undefined)
  const [mainInside = main, nodeInside] = [inside(main), inside(node)]
  if (platform === 'win32') {
    const command = nodeInside === undefined ? node : `%~dp0${nodeInside}`
    writeFileSync(join(home, 'shoko.cmd'), `@"${command}" "%~dp0${mainInside}" %*\r\n`)
    return
  }
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
  const command = nodeInside === undefined ? quoted(node) : `"$here"/${quoted(nodeInside)}`
  const path = join(home, 'shoko')
  writeFileSync(path, `#!/bin/sh\nhere=$(dirname "$0")\nexec ${command} "$here"/${quoted(mainInside)} "$@"\n`)
  chmodSync(path, 0o755)
}
