import { spawnSync } from 'node:child_process'

/** Builds what changed; quiet unless something fails. */
export function build(root: string, filters: readonly string[] = []): void {
  // The test command has built everything, and its tests read what a second build would write again.
  if (process.env.SHOKO_IS_BUILT === '1') return
  const args = ['run', 'build', '--output-logs=errors-only', ...filters]
  const done = spawnSync('turbo', args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1', NODE_NO_WARNINGS: '1' },
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  if (done.status === 0) return
  process.stderr.write(done.stdout)
  process.stderr.write('the build failed\n')
  process.exit(1)
}
