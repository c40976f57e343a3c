import { ConfigError, configFromProcess, type LoadedConfig } from '@shoko/mcp-shell'
import { type Check, checkEverything } from './doctor-checks.ts'

const marks: Record<Check['status'], string> = { ok: 'ok      ', missing: 'missing ', problem: 'PROBLEM ' }

/** One line a check, and one line that says what to do about it. Exit code 1 when something is wrong, 2 when the settings are. */
export async function doctor(argv: readonly string[]): Promise<number> {
  const checks = await diagnose(argv)
  const broken = checks.some(({ status }) => status === 'problem')
  if (argv.includes('--json')) process.stdout.write(`${JSON.stringify({ ok: !broken, checks }, null, 2)}\n`)
  else
    process.stdout.write(
      checks
        .map(
          ({ status, name, detail, fix }) =>
            `${marks[status]}${name.padEnd(16)} ${detail}\n${fix === undefined ? '' : `${' '.repeat(25)}-> ${fix}\n`}`,
        )
        .join(''),
    )
  if (checks.some(({ name, status }) => name === 'settings' && status === 'problem')) return 2
  return broken ? 1 : 0
}

async function diagnose(argv: readonly string[]): Promise<readonly Check[]> {
  let loaded: LoadedConfig
  try {
    loaded = configFromProcess(argv, { passUnknownFlags: true })
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.problems.map((problem) => ({
      name: 'settings',
      status: 'problem' as const,
      detail: problem,
      fix: 'correct the flag, the environment variable or shoko.toml',
    }))
  }
  return checkEverything(loaded)
}
