import { spawn } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Opens an address in the user's browser. One that holds a code goes by a file that only this user can read: what stands on a
 * command line, everybody on the machine can read.
 */
export function openBrowser(
  address: string,
  options: {
    readonly secret: boolean
    readonly cache: string
    readonly env: NodeJS.ProcessEnv
    readonly platform: NodeJS.Platform
  },
): Promise<boolean> {
  const target = options.secret ? leadingFile(address, options.cache) : address
  const [command, ...args] = openerOf(options)
  return new Promise((resolve) => {
    const child = spawn(command!, [...args, target], { stdio: 'ignore', detached: true })
    child.once('error', () => resolve(false))
    child.once('spawn', () => {
      child.unref()
      resolve(true)
    })
  })
}

function openerOf({ env, platform }: { readonly env: NodeJS.ProcessEnv; readonly platform: NodeJS.Platform }): readonly string[] {
  if (env.BROWSER !== undefined && env.BROWSER !== '') return [env.BROWSER]
  if (platform === 'darwin') return ['open']
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler']
  return ['xdg-open']
}

const FILE = 'open.html'

function leadingFile(address: string, cache: string): string {
  mkdirSync(cache, { recursive: true, mode: 0o700 })
  const file = join(cache, FILE)
  rmSync(file, { force: true })
  // The address is of our own making: a host, a port and base64url.
  const text = `<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0;url=${address}"><title>Shoko</title>\n`
  writeFileSync(file, text, { mode: 0o600, flag: 'wx' })
  return pathToFileURL(file).href
}
