import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { build } from './build.ts'
import { demoSettings } from './demo-workspace.ts'

/** `npm run shoko -- COMMAND`: the command of this clone, built if need be; `npm run demo -- COMMAND`: on the demo workspace. */
const root = resolve(import.meta.dirname, '..')
const [first, ...rest] = process.argv.slice(2)
const isDemo = first === '--demo'

build(root, ['--filter=@shoko/cli'])
const { SHOKO_CALLED_FROM = process.cwd(), ...inherited } = process.env
const child = spawn(process.execPath, [join(root, 'apps/cli/dist/main.js'), ...(isDemo ? rest : process.argv.slice(2))], {
  cwd: SHOKO_CALLED_FROM,
  env: isDemo ? { ...inherited, ...demoSettings(root) } : inherited,
  stdio: 'inherit',
})
// The terminal tells the child as well; this one only waits for it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
child.on('exit', (code) => process.exit(code ?? 1))
