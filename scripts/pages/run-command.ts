import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

export interface Place {
  /** The clone. */
  readonly root: string
  readonly env: Readonly<Record<string, string>>
}

export interface Ran {
  readonly code: number | null
  readonly output: string
}

const PATIENCE_MS = 600_000

/** Runs a line as somebody at a terminal would: what asks is answered with Enter, what serves is stopped once it listens. */
export function runCommand(line: string, place: Place): Promise<Ran> {
  return /^npm start|-- (http|open)/.test(line) && !line.includes('--help')
    ? serve(line, place)
    : Promise.resolve(finish(line, place))
}

function finish(line: string, { root, env }: Place): Ran {
  const asks = /-- init( --uninstall)?$/.test(line) && existsSync('/usr/bin/script')
  const [command, args] = asks ? ['/usr/bin/script', ['-qec', line, '/dev/null']] : ['sh', ['-c', line]]
  const done = spawnSync(command, args, {
    cwd: root,
    env: { ...env, TERM: 'xterm' },
    encoding: 'utf8',
    timeout: PATIENCE_MS,
    input: asks ? '\n'.repeat(12) : '',
  })
  return { code: done.status, output: `${done.stdout}${done.stderr}` }
}

/** The whole group is stopped: npm, the shell and the server. */
async function serve(line: string, { root, env }: Place): Promise<Ran> {
  const child = spawn('sh', ['-c', line], { cwd: root, env: { ...env, HTTP_PORT: '0' }, detached: true })
  let output = ''
  const ended = new Promise<number | null>((settle) => child.once('close', settle))
  const listens = new Promise<number>((settle) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk
        if (/in a browser: |http\.listening|Ctrl\+C stops it/.test(output)) setTimeout(() => settle(0), 500)
      })
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS)
  const code = await Promise.race([listens, ended])
  clearTimeout(timer)
  if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM')
  await ended
  return { code, output }
}
