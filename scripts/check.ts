import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')

interface Counts {
  passed: number
  failed: number
}

/** Everything that must hold before a change lands. The last line counts the checks and the tests together. */
const steps: readonly { readonly name: string; readonly command: readonly string[] }[] = [
  { name: 'build', command: ['turbo', 'run', 'build', '--output-logs=errors-only'] },
  { name: 'types', command: ['tsc', '--noEmit', '-p', 'tsconfig.json'] },
  { name: 'types of the page', command: ['tsc', '--noEmit', '-p', 'packages/page/tsconfig.json'] },
  { name: 'lint and format', command: ['biome', 'check', '.'] },
  { name: 'architecture', command: ['node', 'scripts/check-architecture.ts'] },
  { name: 'generated reference', command: ['node', '--conditions=shoko-source', 'scripts/reference.ts', '--check'] },
]

/** Programs of the machine that some tests need; without one they are skipped, which nobody should have to guess. */
const helpers: Readonly<Record<string, string>> = {
  git: 'git --version',
  npm: 'npm --version',
  script: 'script --version',
  strace: 'strace -V',
  'systemd-analyze': 'systemd-analyze --version',
}

const counts: Counts = { passed: 0, failed: 0 }
sayWhatIsMissing()
for (const { name, command } of steps) {
  const ok = run(command)
  counts[ok ? 'passed' : 'failed']++
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${name}`)
}
runTests(counts)
runTorture(counts)
console.log(`${counts.passed} passed, ${counts.failed} failed`)
process.exit(counts.failed === 0 ? 0 : 1)

function sayWhatIsMissing(): void {
  const missing = Object.keys(helpers).filter((name) => {
    const [command = '', ...args] = helpers[name]!.split(' ')
    return spawnSync(command, args, { shell: process.platform === 'win32' }).status !== 0
  })
  if (missing.length > 0) console.log(`not on this machine, so tests that need them are skipped: ${missing.join(', ')}`)
  if (process.getuid?.() === 0) console.log('run as root: tests of what a user may not read or write are skipped')
}

function run([command = '', ...args]: readonly string[]): boolean {
  const done = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1' },
    shell: process.platform === 'win32',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (done.status !== 0) process.stdout.write(`${done.stdout}${done.stderr}`)
  return done.status === 0
}

function runTests(into: Counts): void {
  inFolder((folder) => {
    const report = join(folder, 'vitest.json')
    const status = show(['vitest', 'run', '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`])
    const { numPassedTests = 0, numFailedTests = 0 } = readJson<Record<string, number>>(report) ?? {}
    into.passed += numPassedTests
    // A file that does not even load has no tests to count, but it has failed.
    into.failed += Math.max(numFailedTests, status === 0 ? 0 : 1)
  })
}

/** A tenth of the torture suite, less where that takes long, always with the same seed, after the tests: it takes both cores. */
function runTorture(into: Counts): void {
  inFolder((state) => {
    chmodSync(state, 0o755) // some runs are another user's
    const options = ['--scale', '0.1', '--seconds', '20', '--seed', '20261116', '--state', state]
    const status = show(['node', '--conditions=shoko-source', 'bench/torture/main.ts', ...options])
    const runs = Object.values(readJson<TortureResults>(join(state, 'results.json'))?.results ?? {})
    const failed = runs.filter(({ failures }) => failures.length > 0).length
    into.passed += runs.filter(({ failures, skipped }) => failures.length === 0 && skipped === undefined).length
    into.failed += Math.max(failed, status === 0 ? 0 : 1)
  })
}

interface TortureResults {
  readonly results: Record<string, { readonly failures: readonly unknown[]; readonly skipped?: string }>
}

function show([command = '', ...args]: readonly string[]): number | null {
  const env = { ...process.env, NO_COLOR: '1' }
  return spawnSync(command, args, { cwd: root, stdio: 'inherit', env, shell: process.platform === 'win32' }).status
}

function readJson<T>(path: string): T | undefined {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as T) : undefined
}

function inFolder(work: (folder: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), 'shoko-check-'))
  try {
    work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
