import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
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
  { name: 'lint and format', command: ['biome', 'check', '.'] },
  { name: 'architecture', command: ['node', 'scripts/check-architecture.ts'] },
  { name: 'generated reference', command: ['node', '--conditions=shoko-source', 'scripts/reference.ts', '--check'] },
]

const counts: Counts = { passed: 0, failed: 0 }
for (const { name, command } of steps) {
  const ok = run(command)
  counts[ok ? 'passed' : 'failed']++
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${name}`)
}
runTests(counts)
console.log(`${counts.passed} passed, ${counts.failed} failed`)
process.exit(counts.failed === 0 ? 0 : 1)

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
  const folder = mkdtempSync(join(tmpdir(), 'shoko-check-'))
  const report = join(folder, 'vitest.json')
  const done = spawnSync('vitest', ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NO_COLOR: '1' },
    shell: process.platform === 'win32',
  })
  try {
    const { numPassedTests, numFailedTests, numFailedTestSuites } = JSON.parse(readFileSync(report, 'utf8')) as Record<
      string,
      number
    >
    into.passed += numPassedTests ?? 0
    // A file that does not even load has no tests to count, but it has failed.
    into.failed += Math.max(numFailedTests ?? 0, (numFailedTestSuites ?? 0) > 0 || done.status !== 0 ? 1 : 0)
  } catch {
    into.failed++
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
